/** By the whole of a file's name, or its ending. */
const types: Record<string, { type: string; compress: boolean }> = {
  '.html': { type: 'text/html; charset=utf-8', compress: true },
  '.js': { type: 'text/javascript; charset=utf-8', compress: true },
  '.mjs': { type: 'text/javascript; charset=utf-8', compress: true },
  '.wasm': { type: 'application/wasm', compress: true },
  '.css': { type: 'text/css; charset=utf-8', compress: true },
  '.json': { type: 'application/json', compress: true },
  'feed.xml': { type: 'application/atom+xml', compress: true },
  'apple-app-site-association': { type: 'application/json', compress: true },
  '.webmanifest': { type: 'application/manifest+json', compress: true },
  '.xml': { type: 'application/xml', compress: true },
  '.svg': { type: 'image/svg+xml', compress: true },
  '.txt': { type: 'text/plain; charset=utf-8', compress: true },
  '.vcf': { type: 'text/vcard; charset=utf-8', compress: true },
  '.pdf': { type: 'application/pdf', compress: false },
  '.ttf': { type: 'font/ttf', compress: true },
  '.woff2': { type: 'font/woff2', compress: false },
  '.avif': { type: 'image/avif', compress: false },
  '.webp': { type: 'image/webp', compress: false },
  '.png': { type: 'image/png', compress: false },
  '.jpg': { type: 'image/jpeg', compress: false },
  '.ico': { type: 'image/x-icon', compress: false },
}

/** The value of Content-Type for a file of that name, and whether compression makes it smaller. */
export function fileType(name: string): { type: string; compress: boolean } {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const known = types[base] ?? types[base.slice(base.lastIndexOf('.'))]
  if (known) return known
  throw new Error(
    `No content type is known for ${name}. Add its extension to the list in ssg/build/file-types.ts.`,
  )
}
