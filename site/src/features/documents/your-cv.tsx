import { useId, useState, type ReactNode } from 'react'
import { makeFromContent, markCurrent } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { CvSources, DocumentRecord } from '../../api/types'
import { cx } from '../../lib/cx'
import { share } from '../../lib/sharing'
import { bytes, count } from '../../lib/text'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { formatDateTime, formatDay } from '../../ui/date-time'
import { passFocusOn } from '../../ui/focus'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { RowTile } from '../../ui/icon-tile'
import { IconAlertTriangle, IconCheck, IconUsers } from '../../ui/icons'
import { Row } from '../../ui/layout'
import { SiteLink } from '../../ui/link'
import { Note } from '../../ui/note'
import { actionClass, TextAction } from '../../ui/row-actions'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { isPublicCv } from './document-files'
import styles from './documents.module.css'
import { obstacle } from './queries'

interface YourCvProps {
  documents: readonly DocumentRecord[]
  sources: CvSources
  pageErrors: PageErrors
  /** Opens the form that uploads a CV. */
  onUpload: () => void
  /** Opens the form that replaces the file of a document. */
  onReplace: (id: number) => void
}

/** The card with the documents that can be the CV. */
export function YourCv({ documents, sources, pageErrors, onUpload, onReplace }: YourCvProps) {
  const { choose, make, making } = useCvChoice(documents, pageErrors)
  const made = documents.find(({ id }) => id === sources.from_content)
  const own = documents.find(({ id }) => id === sources.own)
  const outdated = own?.is_current && sources.changed_entries > 0
  const [chosen, setChosen] = useState<number>()
  const current = [made, own].find((document) => document && isPublicCv(document))
  const choice = {
    chosen: chosen ?? current?.id,
    onChoose: setChosen,
    onUse: (document: DocumentRecord) => void apply(document),
  }

  async function apply(document: DocumentRecord): Promise<void> {
    await choose(document)
    setChosen(undefined)
  }

  return (
    <Section
      title="Your CV"
      flush
      action={
        <a href="/cv" className={cx(actionClass, styles.atEdge)}>
          View page
        </a>
      }
    >
      <fieldset>
        <legend className="visually-hidden">The CV that visitors download</legend>
        <Choice
          document={made}
          title="Made from your content"
          facts={factsOfMade(sources.state, made)}
          {...choice}
        >
          {made && (
            <a href={made.download_url} download className={cx(actionClass, styles.atEdge)}>
              Download
            </a>
          )}
          {sources.state === 'none' && (
            <Button aria-disabled={making} onClick={make}>
              Make it from your content
            </Button>
          )}
        </Choice>
        <Choice
          document={own}
          title="Your own file"
          facts={
            own?.uploaded_at
              ? `${own.file_name}, uploaded ${formatDay(own.uploaded_at)}.`
              : 'Upload a PDF that you made elsewhere.'
          }
          {...choice}
        >
          {own ? (
            <TextAction className={styles.atEdge} onClick={() => onReplace(own.id)}>
              Replace file
            </TextAction>
          ) : (
            <TextAction className={styles.atEdge} onClick={onUpload}>
              Upload file
            </TextAction>
          )}
        </Choice>
      </fieldset>
      {outdated && (
        <div className={styles.source}>
          <RowTile of={IconAlertTriangle} tone="honey" />
          <p>
            <b>Your own file is older than your texts</b>
            <Note as="span">
              {`${count(sources.changed_entries, 'entry', 'entries')} changed after ${formatDay(own.uploaded_at)}. Visitors download the old file.`}
            </Note>
          </p>
          {made && (
            <div>
              <Button onClick={() => void apply(made)}>Use the one made from your content</Button>
            </div>
          )}
        </div>
      )}
      {sources.audiences.map(({ slug, title, pages, bytes: size }) => (
        <div key={slug} className={styles.source}>
          <RowTile of={IconUsers} />
          <p>
            <b>For an audience</b>
            <Note as="span">
              {size > 0 ? `${title}. PDF, ${count(pages, 'page')}, ${bytes(size)}.` : title}
            </Note>
          </p>
          <Row gap="sm">
            <SiteLink
              to={`/content?file=${encodeURIComponent(`cv/audiences/${slug}.md`)}`}
              aria-label={`Edit ${title}`}
              className={cx(actionClass, styles.atEdge)}
            >
              Edit
            </SiteLink>
            <TextAction
              className={styles.atEdge}
              aria-label={`Share ${title}`}
              onClick={() => share({ name: `CV: ${title}`, thing: { kind: 'cv', audience: slug } })}
            >
              Share
            </TextAction>
          </Row>
        </div>
      ))}
    </Section>
  )
}

/** What the card says about the document that is made from the content. */
function factsOfMade(state: CvSources['state'], made: DocumentRecord | undefined): string {
  if (state === 'updating') return 'Updating…'
  if (state === 'failed')
    return made ? "The PDF couldn't be made. The previous one stays." : "The PDF couldn't be made."
  if (state === 'undrawn')
    return made
      ? 'Your texts have letters that its fonts lack: the previous one stays.'
      : 'It cannot be drawn: its fonts have Latin, Greek and Cyrillic letters only.'
  if (state === 'waiting') return 'Updated with the next build of your pages.'
  if (!made) return 'A PDF that changes with your texts.'
  const pages = made.pages > 0 ? `${count(made.pages, 'page')}, ` : ''
  return `Updated ${formatDateTime(made.uploaded_at)}. PDF, ${pages}${bytes(made.size)}.`
}

interface ChoiceProps {
  /** Undefined if it does not exist: then it cannot be chosen. */
  document: DocumentRecord | undefined
  title: string
  facts: string
  /** The ID of the chosen document, which visitors download once it is used. */
  chosen: number | undefined
  onChoose: (id: number) => void
  onUse: (document: DocumentRecord) => void
  /** The row's actions. */
  children: ReactNode
}

function Choice({ document, title, facts, chosen, onChoose, onUse, children }: ChoiceProps) {
  const id = useId()
  const current = document !== undefined && isPublicCv(document)
  const text = (
    <>
      <b>{title}</b>
      <Note as="span" id={id}>
        {facts}
      </Note>
    </>
  )
  return (
    <div className={cx(styles.source, current && styles.chosenSource)}>
      {document ? (
        <label>
          <input
            type="radio"
            name="cv-source"
            aria-label={title}
            aria-describedby={id}
            checked={document.id === chosen}
            disabled={!current && obstacle(document) !== undefined}
            onChange={() => onChoose(document.id)}
          />
          <span>{text}</span>
        </label>
      ) : (
        <p className={styles.indented}>{text}</p>
      )}
      <Row gap="sm">
        {current && (
          <Badge tone="honey">
            <Icon of={IconCheck} size={14} />
            Current
          </Badge>
        )}
        {document && document.id === chosen && !current && (
          <div ref={passFocusOn}>
            <Button onClick={() => onUse(document)}>Use this CV</Button>
          </div>
        )}
        {children}
        {document && (
          <TextAction
            className={styles.atEdge}
            aria-label={`Share ${title}`}
            onClick={() => share({ name: document.name, thing: { kind: 'document', document: document.id } })}
          >
            Share
          </TextAction>
        )}
      </Row>
    </div>
  )
}

function useCvChoice(documents: readonly DocumentRecord[], pageErrors: PageErrors) {
  const mark = useInvalidatingMutation(
    ({ id, category }: { id: number; category: number }) => markCurrent(id, category),
    queryKeys.documents,
  )
  const making = useInvalidatingMutation(makeFromContent, queryKeys.documents)

  /** Runs a write, and reports its failure. */
  async function run(write: () => Promise<unknown>, failure: string): Promise<boolean> {
    pageErrors.clear()
    try {
      await write()
      return true
    } catch (error) {
      pageErrors.add(pageError(failure, error, 'category', 'is_current'), { urgent: true })
      return false
    }
  }

  async function choose({ id, category, from_content, name }: DocumentRecord, undone = false): Promise<void> {
    if (category === null) return
    const before = documents.find(isPublicCv)
    if (!(await run(() => mark.mutateAsync({ id, category }), 'Failed to mark document as current.'))) return
    const text = from_content
      ? 'Visitors now download the CV made from your content.'
      : `Visitors now download “${name}”.`
    const undo = before && !undone && { label: 'Undo', run: () => choose(before, true) }
    showToast(text, undo || undefined)
  }

  const make = () => {
    if (!making.isPending) void run(() => making.mutateAsync(undefined), 'Failed to make the document.')
  }
  return { choose: (document: DocumentRecord) => choose(document), make, making: making.isPending }
}
