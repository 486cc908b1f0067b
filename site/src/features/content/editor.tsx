import { useEffect, useRef, useState, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { pageOf } from '#model/addresses'
import type { Known } from '#model/check'
import { kindModels } from '#model/fields'
import { writeField } from '#model/form'
import { slugOf, type Folder, type Single } from '#model/kinds'
import { englishName } from '../../lib/english-name'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { passFocusOn } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowBackUp, IconArrowsSort, IconCopy, IconHistory, IconTrash } from '../../ui/icons'
import { Row, Toolbar } from '../../ui/layout'
import { Note } from '../../ui/note'
import { Menu } from '../../ui/menu'
import { dismissToast, showToast } from '../../ui/toast'
import { AddressDialog, move, pageFolder, takenPaths } from './address'
import { orderedSections } from './cv-sections'
import type { DraftQueue } from './draft-queue'
import type { Content } from './drafts'
import { isChanged, isInConflict, textOrFormer, textWithoutDraft, type Entries, type Entry } from './entries'
import { EntryForm } from './entry-form'
import { newEntryPath } from '#model/entry-path'
import { HistoryDialog } from './history-dialog'
import { OrderDialog } from './order-dialog'
import { isOrdered, nameOf, partOf, placeOf } from './outline'
import { reorder } from './reorder'
import { ShareAudience } from './share-audience'
import { SaveState } from './save-state'
import type { Images } from './use-known'
import { Behind, useBehind } from './original'
import { fileIn } from './translations'
import { Versions } from './versions'
import styles from './content.module.css'

interface EditorProps {
  entry: Entry
  /** The entry when nothing was typed for a moment. */
  checked: Entry
  /** The original of a translation. */
  original: Entry | undefined
  translations: readonly Entry[]
  /** Those of its language. */
  entries: Entries
  queue: DraftQueue
  known: Known
  images: Images
  isPublishing: boolean
  /** The codes of the main language and of the others. */
  main: string
  languages: readonly string[]
  /** Whether the original is beside the form. */
  isBeside: boolean
  /** The choice of what is beside the form, in the editor's head. */
  sideChoice: ReactNode
  onAddLanguage: () => void
  /** Opens the dialog that publishes drafts. */
  onPublish: () => void
  /** Opens another file; undefined leads back to the start page. */
  onOpen: (path?: string, isNew?: boolean) => void
}

/** The open file: its form, and what else can be done with it. */
export function Editor(props: EditorProps) {
  const { entry, checked, entries, queue, known, images, isPublishing, onPublish, onOpen } = props
  const { original, translations, main, languages, isBeside, sideChoice, onAddLanguage } = props
  const { path, language, kind, content, stored, published } = entry
  const behind = useBehind(entry, original)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const navigation = useNavigationType()
  const { state, search } = useLocation() as { state: OpenState | null; search: string }
  const [isNew] = useState(state?.isNew === true)
  const [field] = useState(() => new URLSearchParams(search).get('field'))
  useEffect(() => {
    // A page that loads, or comes back, leaves the focus to the browser. The editor of the text takes it itself.
    if (field === 'text' || (navigation === NavigationType.Pop && field === null)) return
    const controls = '[data-field] :is(input, textarea, select)'
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>(controls) ?? [])]
    const asked = inputs.find((input) => input.closest(`[data-field="${CSS.escape(field ?? '')}"]`))
    const empty = isNew ? (inputs.find(({ value }) => value === '') ?? inputs[0]) : undefined
    if (asked ?? empty) (asked ?? empty)?.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [navigation, field, isNew])
  const [dialog, setDialog] = useState<'history' | 'order' | 'address'>()
  const [isRestored, setRestored] = useState(false)
  const close = () => setDialog(undefined)
  const folder = kind && kindModels[kind].folder ? kind : undefined
  const isSorted =
    language === undefined && (folder ? isOrdered(kindModels[folder]) : path === 'cv/profile.md')
  const isLanguage = language !== undefined && kind === 'site.md'
  /** What is deleted with it: the translations of an original, the texts of a language. */
  const others = isLanguage
    ? [...entries.values()].filter((other) => other.language === language && other !== entry)
    : translations
  const withPage = pageFolder(kind)
  const name = nameOf(entry)

  function change(next: Content): void {
    dismissToast()
    queue.edit(path, next, true)
  }

  function remove(): void {
    const deleted = [entry, ...others].filter(({ content }) => content !== null)
    for (const { path } of deleted) queue.edit(path, null)
    // What visitors have never had leaves nothing behind.
    if (published === null) onOpen()
    showToast(isLanguage ? `Removed ${englishName(language)}.` : `Deleted “${name}”.`, {
      label: 'Undo',
      run: () => {
        for (const { path, text } of deleted) queue.edit(path, text)
        onOpen(path)
      },
    })
  }

  function discard(): void {
    const { text } = entry
    queue.discard(path, textWithoutDraft(stored))
    showToast('Draft discarded.', { label: 'Undo', run: () => queue.edit(path, text) })
  }

  /** The entries of a folder, in the order of `paths`. */
  const siblings = (folder: Folder | Single, paths?: readonly string[]) => {
    const there = partOf(entries, folder).entries.filter(({ content }) => content !== null)
    return paths ? there.sort((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path)) : there
  }

  function reorderSections(sections: string[]): void {
    const { text } = entry
    if (text === null) return
    queue.edit(path, writeField(text, 'sections', sections))
    showToast('Order changed.', { label: 'Undo', run: () => queue.edit(path, text) })
  }

  function changeAddress(slug: string): void {
    if (!withPage) return
    const { text } = entry
    const moved = move(queue, entry, withPage, slug)
    const before = entries.get(moved)?.text ?? null
    const following = translations.filter(({ content }) => content !== null)
    for (const { language, path, text } of following) {
      queue.edit(fileIn(language, moved), text)
      queue.edit(path, null)
    }
    onOpen(moved)
    showToast('Address changed.', {
      label: 'Undo',
      run: () => {
        queue.edit(path, text)
        queue.edit(moved, before)
        for (const { language, path, text } of following) {
          queue.edit(path, text)
          queue.edit(fileIn(language, moved), null)
        }
        onOpen(path)
      },
    })
  }

  function duplicate(): void {
    const { text } = entry
    if (!kind || text === null) return
    const copy = newEntryPath(kind, `${slugOf(path)} copy`, takenPaths(kind, [...entries.values()]))
    // Only one page can be at the end of a former address.
    const own = withPage ? writeField(text, 'aliases', undefined) : text
    queue.edit(copy, kind === 'notes' ? writeField(own, 'first_address', undefined) : own)
    onOpen(copy, true)
    showToast(`Copied “${name}”.`)
  }

  return (
    <section aria-labelledby="open-file" className={styles.form} data-beside={isBeside || undefined}>
      <header className={styles.paneHead}>
        <div className="grow">
          <Row as="p" gap="sm" className={styles.place}>
            <span className="one-line">{placeOf(path)}</span>
            {stored?.behind && <b data-tone="honey">Behind the original</b>}
            <SaveState entry={entry} />
          </Row>
          <h2 id="open-file" ref={heading} tabIndex={-1} title={name} className="one-line">
            {name}
          </h2>
        </div>
        {kind === 'cv/audiences' && content !== null && <ShareAudience {...{ entry, onPublish }} />}
        <IconButton label="History" title="History" onClick={() => setDialog('history')}>
          <Icon of={IconHistory} />
        </IconButton>
        <Menu
          label={`More for ${name}`}
          actions={[
            {
              text: 'Duplicate',
              icon: IconCopy,
              onSelect: duplicate,
              reason:
                reason(language !== undefined, 'Duplicate the original.') ??
                reason(!folder, 'There is only one.'),
            },
            ...(isSorted
              ? [
                  {
                    text: folder ? 'Change order' : 'Order of sections',
                    icon: IconArrowsSort,
                    onSelect: () => setDialog('order'),
                  },
                ]
              : []),
            {
              text: 'Discard draft',
              icon: IconArrowBackUp,
              onSelect: discard,
              reason:
                reason(isInConflict(entry), 'Compare the versions first.') ??
                reason(
                  !stored?.draft || (folder && published === null && !stored.scheduled),
                  'There is no draft to discard.',
                ),
            },
            {
              text: isLanguage ? 'Remove this language' : 'Delete',
              icon: IconTrash,
              danger: true,
              onSelect: remove,
              reason: reason(
                (!folder && language === undefined) || content === null,
                'This page is always there.',
              ),
            },
          ]}
        />
        {sideChoice && <div className={styles.side}>{sideChoice}</div>}
      </header>
      {behind !== undefined && original && <Behind {...{ entry, original, queue }} before={behind} />}
      <div ref={form} className={styles.scroll}>
        {entry.draft?.state === 'refused' && <Alert>{`Not saved. ${entry.draft.reason ?? ''}`}</Alert>}
        {isRestored && isChanged(entry) && (
          <Toolbar className={styles.restored}>
            <Note>This version is a draft: visitors see it once you publish it.</Note>
            <Button onClick={onPublish}>Publish</Button>
          </Toolbar>
        )}
        {isInConflict(entry) && <Versions entry={entry} queue={queue} />}
        {content === null ? (
          <div ref={passFocusOn} className={styles.fields}>
            <p>
              {published === null
                ? 'This is deleted.'
                : kind === 'cv/audiences'
                  ? 'Its shares still show this. They end when you publish.'
                  : 'Visitors still see this. It leaves the site when you publish.'}
            </p>
            <p>
              <Button onClick={() => change(textOrFormer(entry))}>Keep it</Button>
            </p>
          </div>
        ) : (
          <EntryForm
            {...{ entry, content, checked, known, images, field, isNew, isPublishing, isBeside }}
            original={original}
            originalLanguage={main}
            languages={languages}
            entries={entries}
            before={behind}
            featured={partOf(entries, 'projects').entries.filter(isFeatured).length}
            onChange={change}
          >
            {path === 'site.md' && (
              <Toolbar>
                <div>
                  <b>Languages</b>
                  <Note>{[main, ...languages].map(englishName).join(', ')}</Note>
                </div>
                <Button onClick={onAddLanguage}>Add a language</Button>
              </Toolbar>
            )}
            {withPage && language !== undefined && (
              <div>
                <b>Address</b>
                <Note>{pageOf(path)}</Note>
                <Note>
                  {kind === 'notes'
                    ? 'The date and the address follow the original.'
                    : 'Dates, images and the address follow the original.'}
                </Note>
              </div>
            )}
            {withPage && language === undefined && entry.form && (
              <Toolbar>
                <div>
                  <b>Address</b>
                  <Note>{pageOf(path)}</Note>
                </div>
                <Button onClick={() => setDialog('address')}>Change address</Button>
              </Toolbar>
            )}
          </EntryForm>
        )}
      </div>
      {dialog === 'history' && (
        <HistoryDialog
          entry={entry}
          onClose={close}
          onRestore={(former) => {
            const { text } = entry
            close()
            queue.edit(path, former)
            setRestored(true)
            showToast('Restored as a draft.', { label: 'Undo', run: () => queue.edit(path, text) })
          }}
        />
      )}
      {dialog === 'address' && withPage && (
        <AddressDialog folder={withPage} {...{ entry, entries }} onMove={changeAddress} onClose={close} />
      )}
      {dialog === 'order' && folder && (
        <OrderDialog
          title={kindModels[folder].title}
          items={siblings(folder).map((entry) => ({ id: entry.path, name: nameOf(entry) }))}
          onSave={(paths) => reorder(queue, siblings(folder, paths))}
          onClose={close}
        />
      )}
      {dialog === 'order' && !folder && (
        <OrderDialog
          title="sections"
          items={orderedSections(entries)}
          onSave={reorderSections}
          onClose={close}
        />
      )}
    </section>
  )
}

const isFeatured = ({ content, fields }: Entry) => content !== null && fields['featured'] === 'true'

/** What the address of an open file does not say. */
export interface OpenState {
  isNew: boolean
}

const reason = (applies: unknown, text: string) => (applies ? text : undefined)
