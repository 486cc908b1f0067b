import { lazy } from 'react'
import WordsScreen from '../../features/words/words.lazy'

const TextPreview = lazy(() => import('../preview/text-preview'))
const loadPages = () => import('../preview/site-pages')

/** The texts of the pages, with a preview of the pages that they are on. */
export default function Words() {
  return <WordsScreen Preview={TextPreview} loadPages={loadPages} />
}
