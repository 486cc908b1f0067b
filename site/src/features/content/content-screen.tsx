import { Note } from '../../ui/note'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { compile, type Compiled } from '#model/compile'
import { parseEntries } from '#model/entry'
import type { Gallery } from '#model/galleries'
import { kindOf, splitLanguage } from '#model/kinds'
import { namingTakenAway } from '#model/uses'
import { count } from '../../lib/text'
import { ErrorBoundary } from '../../lib/error-boundary'
import { retryingLazy } from '../../lib/retrying-lazy'
import { useMediaQuery, useWarningBeforeLeaving } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDateTime } from '../../ui/date-time'
import { EmptyState } from '../../ui/empty-state'
import { focusRow } from '../../ui/focus'
import { usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconArrowLeft, IconUpload } from '../../ui/icons'
import { Row, Toolbar } from '../../ui/layout'
import { ListScreen } from '../../ui/list-screen'
import { usePublishing } from '../../api/use-publishing'
import { Segmented, ViewChoice, type View } from '../../ui/segmented'
import { AddLanguageDialog } from './add-language-dialog'
import { changesOf } from './changes'
import { Editor, type OpenState } from './editor'
import { entriesOf, isChanged, isScheduled, type Entries, type Entry } from './entries'
import { LanguageSwitch } from './language-switch'
import { nameOf, sectionsOf } from './outline'
import type { PreviewChoices } from './preview/preview'
import { pageAmong } from '../../preview/public-pages'
import { PublishDialog } from './publish-dialog'
import { PublishNotice, PublishPill, ScheduledNotices } from './publish-state'
import { useContent, useDrafts } from './queries'
import { StartPage } from './start-page'
import { texts } from './texts'
import {
  entriesIn,
  furtherLanguages,
  mainLanguage,
  newTranslation,
  fileIn,
  translationsOf,
} from './translations'
import { Tree } from './tree'
import { Untranslated } from './untranslated'
import { useEditLock } from './use-edit-lock'
import { useGalleries, useImagesIn, useKnown, useSettled } from './use-known'
import styles from './content.module.css'

const Preview = retryingLazy(() => import('./preview/preview'))
const ImportDialog = retryingLazy(() => import('./import-dialog'))

const noGalleries: readonly Gallery[] = []

/** The content of the site: to edit in one window of a browser at a time. */
export default function ContentScreen({ user }: { user: number }) {
  const query = useContent()
  const lock = useEditLock(user)
  const pageErrors = usePageErrors()
  const lists = {
    loading: query.isPending || lock.state === 'waiting',
    failed: query.isError,
    fetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
  if (query.data && lock.state === 'here') return <Workspace user={user} />
  return (
    <ListScreen texts={texts} lists={lists} pageErrors={pageErrors} summary={undefined}>
      {lock.state === 'elsewhere' && query.data && (
        <Card>
          <EmptyState action={<Button onClick={lock.takeOver}>Edit here</Button>}>
            Content is open in another window.
          </EmptyState>
        </Card>
      )}
    </ListScreen>
  )
}

/** The tree, the form and the preview: beside each other, or one after the other in a narrow window. */
function Workspace({ user }: { user: number }) {
  const query = useContent()
  const { data: pages } = usePublishing()
  const { queue, drafts } = useDrafts(user)
  const pageErrors = usePageErrors()
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState<View>('edit')
  const [choices, setChoices] = useState<PreviewChoices>({ format: 'page', width: 'phone' })
  const [side, setSide] = useState<'original' | 'preview'>('original')
  const [isAddingLanguage, setAddingLanguage] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [isImporting, setImporting] = useState(false)
  // What was published here, and the drafts at that time, until the next edit.
  const [live, setLive] = useState<{ paths: readonly string[]; drafts: ReadonlyMap<string, string | null> }>()
  const [retries, setRetries] = useState(0)
  const shownGalleries = useGalleries()
  const galleries = shownGalleries ?? noGalleries
  const hasGalleries = galleries.length > 0
  const entries = useMemo(
    () => entriesOf(query.data?.files ?? [], drafts, hasGalleries),
    [query.data, drafts, hasGalleries],
  )
  const main = mainLanguage(entries)
  const languages = useMemo(() => furtherLanguages(entries), [entries])
  const open = entries.get(params.get('file') ?? '')
  const language = useMemo(
    () =>
      isAudience(params.get('file') ?? '')
        ? undefined
        : (splitLanguage(params.get('file') ?? '').language ??
          languages.find((code) => code === params.get('language'))),
    [params, languages],
  )
  const own = useMemo(() => entriesIn(entries, language), [entries, language])
  const sections = useMemo(() => sectionsOf(own), [own])
  const { entries: settled, files, published } = useSettled(entries)
  const { images, missing } = useImagesIn(files)
  const compiled = useMemo(
    () => compile(parseEntries(files), { galleries, imageOf: (path) => images[path] }),
    [files, galleries, images],
  )
  const obstacle = open ? obstacleOf(open, compiled) : ''
  const takenAway = useMemo(
    () =>
      shownGalleries
        ? namingTakenAway(parseEntries(files), shownGalleries, missing).map(({ path }) => path)
        : [],
    [files, shownGalleries, missing],
  )
  const known = useKnown(shownGalleries && compiled, missing, shownGalleries)
  const changed = [...entries.values()].filter(isChanged)
  const changes = useMemo(() => changesOf(entries).length, [entries])
  const isWide = useMediaQuery('(width >= 75rem)')
  useFocusOnReturn(open?.path)
  useWarningBeforeLeaving(
    [...drafts.values()].some(({ state }) => state === 'waiting' || state === 'sending'),
  )
  if (live && changed.some(({ path, text }) => live.drafts.get(path) !== text)) setLive(undefined)
  // A preview that failed is tried again with other content.
  const attempt = useMemo(
    () => ({ files, choices, retries, path: open?.path }),
    [files, choices, retries, open?.path],
  )

  const isBuilt = pages?.state !== 'off'
  const show = (code: string | undefined, path?: string, isNew = false) =>
    setParams(
      {
        ...(path !== undefined && { file: path }),
        ...(code !== undefined && splitLanguage(path ?? '').language === undefined && { language: code }),
      },
      { state: { isNew } satisfies OpenState },
    )
  const openFile = (path?: string, isNew?: boolean) => show(language, path, isNew)
  const chooseLanguage = (code: string) => {
    const to = code === main ? undefined : code
    const path = open && fileIn(to, open.original)
    const original = open && isAudience(open.path) ? undefined : open?.original
    show(to, path !== undefined && entries.has(path) ? path : original)
  }
  function translate({ original, text, published, stored }: Entry, to: string): void {
    const path = fileIn(to, original)
    // Its translation is behind once a draft of the original is published.
    queue.translate(path, newTranslation(path, published ?? text ?? ''), stored?.published?.version)
    openFile(path, true)
  }
  const action = changes === 0 ? 'Publish' : `Publish ${count(changes, 'change')}`
  const livePage = live?.paths
    .map((path) => (isAudience(path) ? undefined : pageAmong(galleries, path)))
    .find((page) => page !== undefined)
  const isUntranslated = language !== undefined && open?.language === undefined
  // It takes the place of the preview.
  const isBeside = isWide && open?.language !== undefined && side === 'original'
  const isNarrow = useMediaQuery('(width < 48rem)')
  const sideChoice = isWide && open?.language !== undefined && (
    <Segmented
      label="Beside the form"
      options={[
        ['original', 'Original'],
        ['preview', 'Preview'],
      ]}
      value={side}
      onChoose={setSide}
    />
  )
  const languageSwitch = languages.length > 0 && (
    <LanguageSwitch
      languages={[main, ...languages]}
      value={language ?? main}
      onChoose={chooseLanguage}
      onAdd={() => setAddingLanguage(true)}
    />
  )
  return (
    <ListScreen
      texts={texts}
      lists={{
        loading: false,
        failed: query.isError,
        fetching: query.isFetching,
        refetch: () => void query.refetch(),
      }}
      pageErrors={pageErrors}
      summary={summaryOf(entries, changes)}
      actions={
        <Row gap="sm">
          {pages && <PublishPill pages={pages} page={livePage} />}
          <Button onClick={() => setImporting(true)}>Import…</Button>
          <Button
            variant="primary"
            aria-disabled={changes === 0}
            onClick={() => changes > 0 && setPublishing(true)}
          >
            <Icon of={IconUpload} size={18} />
            <span>{isBuilt ? action : 'Save for the next build'}</span>
          </Button>
        </Row>
      }
    >
      {pages && <PublishNotice pages={pages} />}
      <ScheduledNotices entries={entries} />
      {entries.size === 0 ? (
        <Card>
          <EmptyState>
            There is no content yet. Import the content folder of your site, see docs/publishing.md.
          </EmptyState>
        </Card>
      ) : (
        <div
          className={styles.workspace}
          data-open={open !== undefined || undefined}
          data-beside={isBeside || undefined}
          data-view={view}
        >
          {isNarrow && languageSwitch}
          {open && (
            <Toolbar className={styles.bar}>
              <Button variant="quiet" className={styles.back} onClick={() => openFile()}>
                <Icon of={IconArrowLeft} size={18} />
                All content
              </Button>
              <ViewChoice value={view} onChoose={setView} />
            </Toolbar>
          )}
          <Card flush className={styles.panes}>
            <Tree
              head={!isNarrow && languageSwitch}
              language={language}
              mainLanguage={main}
              sections={sections}
              open={open?.path}
              owner={entries.get('site.md')?.fields ?? {}}
              queue={queue}
              onOpen={openFile}
            />
            {open ? (
              <>
                {isUntranslated ? (
                  <Untranslated
                    key={open.path}
                    entry={open}
                    language={language}
                    onTranslate={() => translate(open, language)}
                  />
                ) : (
                  <Editor
                    key={open.path}
                    entry={open}
                    checked={settled.get(open.path) ?? open}
                    original={open.language === undefined ? undefined : entries.get(open.original)}
                    translations={translationsOf(entries, open)}
                    entries={own}
                    onOpen={openFile}
                    onPublish={() => setPublishing(true)}
                    onAddLanguage={() => setAddingLanguage(true)}
                    {...{ queue, known, images, isPublishing, isBeside, main, languages }}
                    sideChoice={isBeside && sideChoice}
                  />
                )}
                {(isWide ? !isBeside : view === 'preview') && (
                  <ErrorBoundary
                    retryOn={attempt}
                    fallback={
                      <Note as="div">
                        <p>The preview could not be shown.</p>
                        <Button onClick={() => setRetries(retries + 1)}>Try again</Button>
                      </Note>
                    }
                  >
                    <Suspense fallback={<Note>Loading the preview…</Note>}>
                      <Preview
                        key={open.path}
                        path={open.path}
                        language={open.language}
                        head={sideChoice}
                        // An incomplete entry is not on its page, but others of its title may be.
                        title={
                          open.kind === open.original || isAudience(open.path) || obstacle === incomplete
                            ? undefined
                            : nameOf(open)
                        }
                        obstacle={obstacle}
                        onChoose={setChoices}
                        {...{ files, published, compiled, galleries, images, choices }}
                      />
                    </Suspense>
                  </ErrorBoundary>
                )}
              </>
            ) : (
              <StartPage entries={entries} takenAway={takenAway} />
            )}
          </Card>
        </div>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog
            entries={entriesIn(entries, undefined)}
            queue={queue}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
      {isAddingLanguage && (
        <AddLanguageDialog
          taken={[main, ...languages]}
          onAdd={(code) => {
            setAddingLanguage(false)
            const site = entries.get('site.md')
            if (site) translate(site, code)
          }}
          onClose={() => setAddingLanguage(false)}
        />
      )}
      {isPublishing && (
        <PublishDialog
          {...{ entries, queue, isBuilt }}
          galleries={shownGalleries}
          missingImages={missing}
          onPublished={(paths) =>
            setLive({ paths, drafts: new Map(changed.map(({ path, text }) => [path, text])) })
          }
          onClose={() => setPublishing(false)}
        />
      )}
    </ListScreen>
  )
}

/** Whether it is in a language of its own, and has no translations. */
const isAudience = (path: string) => kindOf(path) === 'cv/audiences'

const incomplete = 'Complete the form to update the preview.'

/** What keeps the preview from following the form of `open`, as a sentence; '' if nothing does. */
function obstacleOf({ path, published }: Entry, { diagnostics }: Compiled): string {
  if (!diagnostics.some((diagnostic) => diagnostic.path === path)) return ''
  return published === null ? incomplete : 'Fix the errors to update the preview.'
}

function summaryOf(entries: Entries, changes: number): string {
  const scheduled = [...entries.values()].filter((entry) => isScheduled(entry) && !isChanged(entry)).length
  if (changes === 0)
    return scheduled === 0
      ? 'Everything is published.'
      : `${count(scheduled, 'change is', 'changes are')} scheduled. Everything else is published.`
  const times = [...entries.values()].flatMap(({ stored }) =>
    stored?.published?.source === 'browser' ? stored.published.publish_at : [],
  )
  const last = times.sort().at(-1)
  return count(changes, 'draft') + (last === undefined ? '' : `, last published ${formatDateTime(last)}`)
}

/** Gives the focus back to the link of the file that was open. */
function useFocusOnReturn(open: string | undefined) {
  const previous = useRef(open)
  useEffect(() => {
    const { current: path } = previous
    previous.current = open
    if (open !== undefined || path === undefined) return
    focusRow(path)
  }, [open])
}
