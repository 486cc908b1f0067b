/** The address of a public page. */
export type PublicPath = '/' | '/cv' | '/on-the-web' | '/about'

export const pageNames: Record<PublicPath, string> = {
  '/': 'home page',
  '/cv': 'CV page',
  '/on-the-web': 'On the Web page',
  '/about': 'About page',
}

/** The page that shows the file at `path` of the content folder. No page shows the terms. */
export function pageOf(path: string): PublicPath | undefined {
  if (path === 'site.md' || path.startsWith('home/')) return '/'
  if (path.startsWith('cv/')) return '/cv'
  if (path.startsWith('on-the-web/')) return '/on-the-web'
  return path === 'about.md' ? '/about' : undefined
}
