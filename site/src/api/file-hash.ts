/** Returns a file's SHA-256 in hexadecimal. Browsers offer it only on secure origins. */
export async function fileHash(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
