import { useEffect, useMemo, useState } from 'react'
import { type Known, type KnownSite, answersOf, siteLinksIn } from '../../../../ssg/model/check'
import { type SiteContent, compile } from '../../../../ssg/model/compile'
import { useDebounced } from '../../lib/use-debounced'

/** What the site's pages are. */
export interface SitePages {
  /** The paths of all screens, patterns among them. */
  paths: readonly string[]
  pageOf: KnownSite['pageOf']
  /** The ids on the page at `path` when the texts are `content`; undefined where it is no public page. */
  idsOn: (path: string, content: SiteContent) => ReadonlySet<string> | undefined
}

/** What is known of what `texts` refer to. The pages' code is loaded once a text has a link to one of them. */
export function useKnown(
  texts: ReadonlyMap<string, string>,
  missingImages: Known['missingImages'],
  loadPages: () => Promise<SitePages>,
): Known {
  const settled = useDebounced(texts)
  const [site, setSite] = useState<KnownSite>()
  useEffect(() => {
    let outdated = false
    knownSite(settled, loadPages).then(
      (found) => {
        if (!outdated) setSite(found)
      },
      // Without a connection the build says what is wrong.
      () => undefined,
    )
    return () => {
      outdated = true
    }
  }, [settled, loadPages])
  return useMemo(() => ({ missingImages, site }), [missingImages, site])
}

/** What the site has when `texts` are published; undefined where they lead to none of its places. */
async function knownSite(
  texts: ReadonlyMap<string, string>,
  loadPages: () => Promise<SitePages>,
): Promise<KnownSite | undefined> {
  if (siteLinksIn(texts, () => '/').length === 0) return undefined
  const { paths, pageOf, idsOn } = await loadPages()
  const ids = new Map<string, ReadonlySet<string>>()
  const linked = siteLinksIn(texts, pageOf).filter(({ fragment }) => fragment !== '')
  const content = linked.length > 0 ? compile(texts).content : undefined
  for (const path of new Set(linked.map(({ path }) => path))) {
    const found = content && idsOn(path, content)
    if (found) ids.set(path, found)
  }
  return { answers: answersOf(paths), pageOf, ids }
}
