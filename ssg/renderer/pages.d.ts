/** The site's `src/pages/index.tsx`, which the build puts in its place. */
declare module '#pages' {
  import type { PagesModule } from '../document/pages.ts'
  export const routes: PagesModule['routes']
  export const renderPage: PagesModule['renderPage']
  export const renderShell: PagesModule['renderShell']
  export const renderPrivatePage: PagesModule['renderPrivatePage']
}
