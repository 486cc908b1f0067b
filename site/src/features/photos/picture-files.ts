/** What the API takes, named one by one so that a phone which keeps its photos in another format hands out a JPEG. */
export const pictureTypes = { 'image/jpeg': [], 'image/png': [], 'image/gif': [], 'image/webp': [] }

export const pictureBytes = 25 * 2 ** 20

export const pictureHint = 'JPEG, PNG, GIF or WebP, up to 25 MB each'

/** Why `file` is not taken. */
export function refusalOf(file: File): string {
  if (/\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type)) {
    return `${file.name} is a HEIC photo. Export it as JPEG and choose that file.`
  }
  if (!(file.type in pictureTypes)) return `${file.name} is not a JPEG, PNG, GIF or WebP image.`
  return `${file.name} is larger than 25 MB.`
}
