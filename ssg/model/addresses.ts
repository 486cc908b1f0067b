/** The paths of the API, its sign-in for apps, the current CV's file and the images. */
export const proxied = [
  '/api/*',
  '/backend/api/*',
  '/backend/forgotpasswordreset/*',
  '/backend/password-reset-confirm/*',
  '/login-with-token/*',
  '/cv-download',
  '/media/*',
]

/** The paths of the files that a build writes besides the pages. Names in folders differ between builds. */
export const builtFiles = [
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/robots.txt',
  '/sitemap.xml',
  '/site.webmanifest',
  '/cv.pdf',
  '/cv.txt',
  '/resume.json',
  '/card.vcf',
  '/.well-known/*',
  '/assets/*',
]
