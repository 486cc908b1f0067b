import { useMemo, useState } from 'react'
import { checkFiles } from '../../../../../ssg/model/check'
import { type SiteContent, compile } from '../../../../../ssg/model/compile'
import type { ImageFiles } from '../../../../../ssg/model/images'
import { textBefore, textsOf, type ShownText } from '../shown-texts'

interface PreviewedTexts {
  /** What the build would make of the texts; undefined where what is published has mistakes, too. */
  content: SiteContent | undefined
  /** All texts of the site, without mistakes: what is published stands in the place of a draft that has any. */
  texts: ReadonlyMap<string, string>
  /** The paths of the drafts with mistakes. */
  wrong: ReadonlySet<string>
  /** Whether the text at `path` has mistakes and is shown as it was before them, not as it is published. */
  isFormer: boolean
}

/** All texts of the site as they are to be published, of which the one at `path` is being changed. */
export function usePreviewedTexts(
  path: string,
  shown: ReadonlyMap<string, ShownText>,
  pictures: Readonly<Record<string, ImageFiles>>,
): PreviewedTexts {
  const wrong = useMemo(() => wrongIn(shown), [shown])
  const own = shown.get(path)?.text ?? undefined
  // The text when it had no mistakes last.
  const [right, setRight] = useState<string>()
  if (!wrong.has(path) && own !== right) setRight(own)
  const former = wrong.has(path) ? right : undefined
  const texts = useMemo(() => {
    const texts = new Map<string, string>()
    for (const [other, draft] of shown) {
      const before = (other === path ? former : undefined) ?? textBefore(draft)
      const there = wrong.has(other) ? before : draft.text
      if (there !== null) texts.set(other, there)
    }
    return texts
  }, [shown, wrong, path, former])
  const content = useMemo(
    () => compile(texts, { imageOf: (path) => pictures[path] }).content,
    [texts, pictures],
  )
  return { content, texts, wrong, isFormer: former !== undefined }
}

function wrongIn(shown: ReadonlyMap<string, ShownText>): Set<string> {
  return new Set(checkFiles(textsOf(shown)).errors.map(({ path }) => path))
}
