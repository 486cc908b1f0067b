import { Suspense, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { checkFile, type FormDiagnostic, type Known } from '#model/check'
import { kindModels, type FieldModel } from '#model/fields'
import { readForm, type FormFile } from '#model/form'
import { featuredPlaces } from '#model/kinds'
import { retryingLazy } from '../../lib/retrying-lazy'
import { FormContext } from '../../ui/field'
import { Skeleton } from '../../ui/progress'
import { AudienceEntries } from './audience-entries'
import type { Content } from './drafts'
import { textOrFormer, type Entries, type Entry } from './entries'
import { FieldControl } from './field-control'
import { ImageField } from './image-field'
import { Original, wordsOf } from './original'
import { isTranslated } from './translations'
import type { MarkdownEditorHandle } from './markdown-editor'
import type { Images } from './use-known'
import styles from './content.module.css'

const MarkdownEditor = retryingLazy(() => import('./markdown-editor'))

interface EntryFormProps {
  entry: Entry
  /** The original of a translation, the code of its language, and the text that was translated if it is another one. */
  original: Entry | undefined
  originalLanguage: string
  before: string | undefined
  /** Those of its language. */
  entries: Entries
  /** The codes of the site's further languages. */
  languages: readonly string[]
  /** Whether the original is beside the form, or above each field. */
  isBeside: boolean
  content: NonNullable<Content>
  /** The entry when nothing was typed for a moment: its errors are shown. */
  checked: Entry
  known: Known
  images: Images
  /** The field that gets the focus at first; `text` is the one below the fields. */
  field: string | null
  /** Errors of a new entry appear once their field is left, or all at once when it is published. */
  isNew: boolean
  isPublishing: boolean
  /** How many projects the home page shows. */
  featured: number
  onChange: (content: Content) => void
  /** What follows the fields. */
  children: ReactNode
}

/** What an owner looks for first among the facts of the site, and what few owners have. */
const first = ['name', 'role', 'email', 'location']
const advanced = ['aliases', 'apple_app', 'android_app', 'android_fingerprints']
const rank = ({ name }: FieldModel) => first.indexOf(name) + 1 || first.length + 1
const inOrder = (fields: FieldModel[], kind: string) =>
  kind === 'site.md' ? fields.sort((a, b) => rank(a) - rank(b)) : fields

/** The form of a file, made from its kind. Errors appear beside their fields as one types. */
export function EntryForm(props: EntryFormProps) {
  const {
    entry,
    original,
    originalLanguage,
    before,
    entries,
    languages,
    isBeside,
    content,
    checked,
    known,
    images,
    field: asked,
    isNew,
    isPublishing,
    featured,
    onChange,
    children,
  } = props
  const { path, language, kind, published } = entry
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(!isNew)
  if (isPublishing && !shown) setShown(true)
  const form = kind && entry.form
  const isAudience = kind === 'cv/audiences'
  const source = original?.published ?? original?.text ?? undefined
  const text = textOrFormer(checked)
  const { errors: all, advice } = useMemo(() => {
    // A translation is checked as a file of the main language, but its page is another one.
    const site = known.site && { ...known.site, pageOf: () => known.site?.pageOf(path) }
    return checkFile(entry.original, text, { ...known, site })
  }, [path, entry.original, text, known])
  // A field that was left has the errors of its last value.
  const [leftAtCheck, setLeftAtCheck] = useState(left)
  if (checked.content === content && leftAtCheck !== left) setLeftAtCheck(left)
  const errors = useMemo(
    () => all.filter(({ field = 'text' }) => shown || leftAtCheck.has(field)),
    [all, shown, leftAtCheck],
  )
  // Moving entries and sections in their lists sets their order, and changing an address the first one.
  const isInForm = (model: FieldModel) => (language === undefined || isTranslated(model)) && isOwn(model)
  const isOwn = ({ name, type }: FieldModel) =>
    type !== 'order' &&
    type !== 'sections' &&
    type !== 'entries' &&
    type !== 'first-address' &&
    (name !== 'cover_alt' || (original ?? entry).fields['cover'] !== undefined) &&
    // That of a language that the site no longer has can be removed.
    (!isAudience || type !== 'language' || languages.length > 0 || entry.fields[name] !== undefined)
  const fields = kind && form ? inOrder(kindModels[kind].fields.filter(isInForm), kind) : []
  const names = new Set(fields.map(({ name }) => name))
  // A translation has its other fields from the original.
  const others = errors.filter(
    ({ field }) => field === undefined || (language === undefined && !names.has(field)),
  )
  const editor = useRef<MarkdownEditorHandle>(null)
  const marked = useMemo(() => errors.flatMap(({ line }) => line ?? []), [errors])
  const goTo = (line: number) => editor.current?.goTo(line)
  const context = { fields: errorsOf(fields, errors), marked: [], pending: false, readOnly: false }
  const bodyLabel = isAudience ? 'Summary' : 'Text'
  const hasBody = !kind || !form || kindModels[kind].body !== 'none' || form.body !== ''

  /** Undefined removes a field. */
  function change(values: Record<string, string | string[] | undefined>): void {
    if (!form) return
    const next = Object.entries({ ...form.fields, ...values }).filter(([, value]) => value !== undefined)
    write({ ...form, fields: Object.fromEntries(next) as FormFile['fields'] })
  }

  /** What is published is the base: the same words in the form then are the same file, whatever its YAML looks like. */
  function write(next: FormFile): void {
    const isBase = published !== null && readForm(path, published) !== undefined
    const file = isBase ? published : typeof content === 'string' ? content : content.file
    onChange({ form: next, file })
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const field = target.closest<HTMLElement>('[data-field]')
    if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return
    setLeft(new Set([...left, field.dataset['field'] ?? '']))
  }

  const control = (field: FieldModel) => {
    const { name, type } = field
    const value = form?.fields[name]
    if (type === 'image')
      return (
        <ImageField
          key={name}
          {...{ field, images }}
          path={entry.original}
          value={String(value ?? '')}
          onChange={(address, altText) =>
            change({ [name]: address, [`${name}_alt`]: altText === '' ? undefined : altText })
          }
        />
      )
    const isFeatured = name === 'featured'
    return (
      <FieldControl
        key={name}
        field={
          isFeatured
            ? { ...field, hint: `${featured} of ${featuredPlaces} places used` }
            : isAudience && type === 'language'
              ? { ...field, choices: languages }
              : field
        }
        none={isAudience ? `${field.names?.[originalLanguage] ?? originalLanguage} (main)` : undefined}
        isHalf={isAudience && type === 'line'}
        siblings={[...names]}
        value={value}
        locked={isFeatured && featured >= featuredPlaces}
        onChange={(value) => change({ [name]: value })}
      />
    )
  }
  const originalForm = useMemo(
    () => (source === undefined ? undefined : readForm(path, source)),
    [path, source],
  )
  const beforeForm = useMemo(
    () => (before === undefined ? undefined : readForm(path, before)),
    [path, before],
  )
  /** A control with the original of its field. */
  const beside = ({ name, label }: Pick<FieldModel, 'name' | 'label'>, control: ReactNode) =>
    originalForm ? (
      <div key={name} className={styles.pair} data-text={name === 'text' || undefined}>
        <Original
          label={label}
          language={originalLanguage}
          text={wordsOf(originalForm, name)}
          before={beforeForm && wordsOf(beforeForm, name)}
          isBeside={isBeside}
        />
        {control}
      </div>
    ) : (
      control
    )
  const rare = fields.filter(({ name }) => advanced.includes(name))
  const hasRareErrors = rare.some(({ name }) => (context.fields[name]?.length ?? 0) > 0)
  const [isRareOpen, setRareOpen] = useState(false)
  if (hasRareErrors && !isRareOpen) setRareOpen(true)

  return (
    <FormContext value={context}>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields inside are interactive */}
      <div className={styles.fields} onBlur={isNew ? leave : undefined}>
        {fields.filter((field) => !rare.includes(field)).map((field) => beside(field, control(field)))}
        {hasBody &&
          beside(
            { name: 'text', label: bodyLabel },
            <div data-field="text">
              <Suspense fallback={<Skeleton rows={4} />}>
                <MarkdownEditor
                  key={`${form ? 'text' : 'file'} ${entry.generation}`}
                  ref={editor}
                  focus={asked === 'text'}
                  label={form ? bodyLabel : 'The whole file'}
                  isOptional={form && isAudience}
                  hint={form && isAudience ? 'Instead of the summary on your CV page.' : undefined}
                  // Images of the site are public.
                  hasPhotos={!isAudience}
                  path={entry.original}
                  initial={form ? form.body : textOrFormer(entry)}
                  onChange={(body) => (form ? write({ ...form, body }) : onChange(body))}
                  invalid={others.length > 0}
                  marked={marked}
                  images={images}
                />
              </Suspense>
            </div>,
          )}
        {isAudience && form && <AudienceEntries entries={entries} fields={form.fields} onChange={change} />}
        {rare.length > 0 && (
          <details
            className={styles.rare}
            open={isRareOpen}
            onToggle={({ currentTarget }) => setRareOpen(currentTarget.open)}
          >
            <summary>Advanced</summary>
            <div className={styles.fields}>{rare.map(control)}</div>
          </details>
        )}
        {children}
        <Diagnostics label="Errors in the text" tone="danger" of={others} goTo={goTo} />
        <Diagnostics label="Advice" of={advice} goTo={goTo} />
      </div>
    </FormContext>
  )
}

interface DiagnosticsProps {
  label: string
  tone?: 'danger'
  of: readonly FormDiagnostic[]
  goTo: (line: number) => void
}

/** Those about a line of the editor are buttons that go there. */
function Diagnostics({ label, tone, of, goTo }: DiagnosticsProps) {
  return (
    <ul aria-label={label} className={styles.diagnostics} data-tone={tone} hidden={of.length === 0}>
      {of.map((diagnostic, index) => (
        <li key={index}>
          {diagnostic.line === undefined ? (
            sentenceOf(diagnostic)
          ) : (
            <button type="button" onClick={() => goTo(diagnostic.line ?? 1)}>
              {sentenceOf(diagnostic)}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is wrong and what to do about it. */
export const sentenceOf = ({ line, message, hint }: FormDiagnostic) =>
  `${line === undefined ? '' : `Line ${line}: `}${message}. ${hint}`

/** The errors of each field, without the hint that the field shows already. */
function errorsOf(fields: readonly FieldModel[], errors: readonly FormDiagnostic[]) {
  return Object.fromEntries(
    fields.map(({ name, hint }) => [
      name,
      errors
        .filter(({ field }) => field === name)
        .map((error) => (error.hint === hint ? `${error.message}.` : `${error.message}. ${error.hint}`)),
    ]),
  )
}
