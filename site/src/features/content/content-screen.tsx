import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { count } from '../../lib/count'
import { useMediaQuery } from '../../lib/use-media-query'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { usePageErrors } from '../../ui/form-errors'
import { ListScreen } from '../../ui/list-screen'
import { Publishing, isUnderway, usePublishing } from '../../ui/publishing'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { sectionsOf } from './outline'
import { PublishDialog } from './publish-dialog'
import { PublicationsDialog } from './publications-dialog'
import { useDraftKeeper, useTexts } from './queries'
import { isChanged, shownTexts, textsOf, type ShownText } from './shown-texts'
import { TextOutline } from './text-outline'
import { TextPanel, type PreviewOfText } from './text-panel'
import { texts } from './texts'
import { useKnown, type SitePages } from './use-known'
import { usePicturesIn } from './use-pictures-in'
import styles from './content.module.css'

interface WordsScreenProps {
  user: number
  Preview: PreviewOfText
  loadPages: () => Promise<SitePages>
}

/** The texts and the form of the one that is open: beside each other, or one after the other in a narrow window. */
export default function WordsScreen({ user, Preview, loadPages }: WordsScreenProps) {
  const query = useTexts()
  const pages = usePublishing()
  const { keeper, kept } = useDraftKeeper(user, query.data !== undefined)
  const pageErrors = usePageErrors()
  const [params, setParams] = useSearchParams()
  // Beside the form where there is room for both.
  const [previewed, setPreviewed] = useState(() => innerWidth >= 1200)
  const [dialog, setDialog] = useState<'publish' | 'publications'>()
  const shown = useMemo(() => shownTexts(query.data?.texts ?? [], kept), [query.data, kept])
  const all = useMemo(() => textsOf(shown), [shown])
  const pictures = usePicturesIn(all)
  const known = useKnown(all, pictures.missing, loadPages)
  const open = shown.get(params.get('text') ?? '')
  const changed = [...shown.values()].filter(isChanged)
  useFocusOnReturn(open?.path)
  useWarningBeforeLeaving([...kept.values()].some(({ state }) => state === 'saving'))
  const lists = {
    loading: query.isPending,
    failed: query.isError,
    fetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
  const publishing = pages.data && isUnderway(pages.data) && <Publishing />
  // Where the text takes the place of the list, it comes first.
  const isBelow = useMediaQuery('(width < 75rem)') && open !== undefined
  const actions = (
    <div className={styles.actions}>
      <Button onClick={() => setDialog('publications')}>Publications</Button>
      <Button
        variant="primary"
        aria-disabled={changed.length === 0}
        onClick={() => changed.length > 0 && setDialog('publish')}
      >
        {changed.length > 0 ? `Publish (${changed.length})` : 'Publish'}
      </Button>
    </div>
  )
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={summaryOf(changed.length, [...shown.values()].filter(isScheduled).length)}
      actions={query.data && actions}
    >
      {!isBelow && publishing}
      {query.data && query.data.texts.length === 0 && kept.size === 0 ? (
        <Card>
          <p>No build has reported the texts yet. They are here after the next build of the pages.</p>
        </Card>
      ) : (
        query.data && (
          <div className={styles.screen} data-open={open !== undefined || undefined}>
            <TextOutline
              sections={sectionsOf(shown)}
              open={open?.path}
              keeper={keeper}
              onOpen={(path) => setParams({ text: path })}
            />
            {open ? (
              <TextPanel
                key={open.path}
                shown={open}
                all={shown}
                keeper={keeper}
                known={known}
                preview={<Preview path={open.path} texts={shown} pictures={pictures.files} />}
                previewed={previewed}
                onPreview={setPreviewed}
                onOpen={(path) => setParams(path === undefined ? {} : { text: path })}
              />
            ) : (
              <Card className={styles.none}>
                <p>Choose a text to change it.</p>
              </Card>
            )}
          </div>
        )
      )}
      {isBelow && publishing}
      {dialog === 'publish' && (
        <PublishDialog
          {...{ shown, keeper, loadPages }}
          missingImages={pictures.missing}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'publications' && <PublicationsDialog shown={shown} onClose={() => setDialog(undefined)} />}
    </ListScreen>
  )
}

const isScheduled = ({ stored, movedTo }: ShownText): boolean =>
  movedTo === undefined && Boolean(stored?.scheduled)

function summaryOf(drafts: number, scheduled: number): string {
  const waiting = scheduled > 0 && `${count(scheduled, 'text waits', 'texts wait')} for a time.`
  if (drafts === 0) return waiting || 'Nothing waits to be published.'
  return `${count(drafts, 'draft')} to publish. ${waiting || ''}`
}

/** Gives the focus to the link of the text that was open, once none is. */
function useFocusOnReturn(open: string | undefined) {
  const previous = useRef(open)
  useEffect(() => {
    const { current: path } = previous
    previous.current = open
    if (open !== undefined || path === undefined) return
    document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus()
  }, [open])
}
