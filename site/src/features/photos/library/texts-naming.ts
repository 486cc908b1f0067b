import { listContent } from '../../../api/content'
import { count } from '../../../lib/text'
import type { Named } from '#model/uses'

/** How many texts a sentence names. */
const shownTexts = 5

const consequences = {
  photos: 'Visitors will read its alternative text instead of the photo.',
  gallery: 'Visitors will read their words without a link.',
}

const notChecked = () => 'The texts that use it could not be checked.'

/** A sentence that says which texts name photos or a gallery, drafts included; undefined for none. */
export async function textsNaming(named: Named): Promise<string | undefined> {
  let titles: string[]
  try {
    titles = await titlesNaming(named)
  } catch {
    return notChecked()
  }
  if (titles.length === 0) return undefined
  const quoted = titles.slice(0, shownTexts).map((title) => `“${title}”`)
  const more = titles.length > shownTexts ? ` and ${count(titles.length - shownTexts, 'more', 'more')}` : ''
  return `Used in ${quoted.join(', ')}${more}. ${consequences['gallery' in named ? 'gallery' : 'photos']}`
}

async function titlesNaming(named: Named): Promise<string[]> {
  const [{ files }, { names, entryTitle }, { parseEntry }] = await Promise.all([
    listContent(),
    // The photos' screens show no content otherwise.
    import('#model/uses'),
    import('#model/entry'),
  ])
  return files.flatMap(({ path, published, scheduled, draft }) => {
    const texts = [draft, scheduled, published].flatMap((version) => version?.text ?? [])
    const naming = texts.map((text) => parseEntry(path, text)).find((entry) => names(entry, named))
    return naming ? [entryTitle(naming)] : []
  })
}

/** The sentences, without those that are undefined. */
export const sentences = (...all: (string | undefined)[]): string | undefined =>
  all.filter(Boolean).join(' ') || undefined
