import { pageOf } from '../../../ssg/model/addresses'

const pageNames: Record<string, string> = {
  '/': 'home page',
  '/cv': 'CV page',
  '/on-the-web': 'On the Web page',
  '/about': 'About page',
}

/** What a sentence calls the public page at `path`. */
export const pageName = (path: string): string => pageNames[path] ?? 'page'

export { pageOf }
