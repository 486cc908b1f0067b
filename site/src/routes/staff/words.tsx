import WordsScreen from '../../features/words/words.lazy'
import { lazyScreen, loadPage } from '../../lib/lazy-screen'

const { Screen: TextPreview } = lazyScreen(() => import('../preview/text-preview'))
const loadPages = () => import('../preview/site-pages').catch(loadPage)

/** The texts of the pages, with a preview of the pages that they are on. */
export default function Words() {
  return <WordsScreen Preview={TextPreview} loadPages={loadPages} />
}
