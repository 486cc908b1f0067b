/** The paths of the files that a build writes besides the pages: those in folders have names of their own in each build. */
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
