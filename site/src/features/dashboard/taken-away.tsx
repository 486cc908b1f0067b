import { useQuery } from '@tanstack/react-query'
import { photosIn } from '#model/check'
import { parseEntries } from '#model/entry'
import { galleriesOf } from '#model/galleries'
import { namingTakenAway, entryTitle } from '#model/uses'
import { listContent } from '../../api/content'
import { listImagesByIds, listShownGalleries } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { IconPhoto } from '../../ui/icons'
import { RowTile } from '../../ui/icon-tile'
import { Lines } from '../../ui/layout'
import { LinkButton } from '../../ui/link'
import { Note } from '../../ui/note'
import { Section } from '../../ui/section'

/** The texts that name photos or galleries that were taken away, if there are any. */
export function TakenAway() {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.content, 'taken away'],
    queryFn: findTexts,
    refetchOnMount: 'always',
  })
  if (data.length === 0) return null
  return (
    <Section title="Photos and galleries that are gone" flush>
      <Lines edge>
        {data.map(({ path, title }) => (
          <li key={path}>
            <RowTile of={IconPhoto} tone="honey" />
            <div>
              <strong>{title}</strong>
              <Note>It names a photo or a gallery that visitors don’t see.</Note>
            </div>
            <LinkButton to={`/content?file=${encodeURIComponent(path)}`} small>
              Edit
            </LinkButton>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

async function findTexts(): Promise<{ path: string; title: string }[]> {
  const [{ files }, shown] = await Promise.all([listContent(), listShownGalleries()])
  const texts = files.flatMap(({ path, published, draft }): [string, string][] => {
    const { text } = draft ?? published ?? {}
    return typeof text === 'string' ? [[path, text]] : []
  })
  const entries = parseEntries(new Map(texts))
  const photos = [...photosIn(entries)].filter((photo): photo is [string, number] => photo[1] !== undefined)
  const images = await listImagesByIds([...new Set(photos.map(([, id]) => id))])
  const there = new Set(images.map(({ id }) => id))
  const missing = new Set(photos.flatMap(([path, id]) => (there.has(id) ? [] : [path])))
  return namingTakenAway(entries, galleriesOf(shown), missing).map((entry) => ({
    path: entry.path,
    title: entryTitle(entry),
  }))
}
