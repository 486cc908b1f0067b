import { Suspense, useMemo, useRef, useState, type FocusEvent } from 'react'
import { checkFile, type FormDiagnostic, type Known } from '../../../../ssg/model/check'
import { kindModels, type FieldModel } from '../../../../ssg/model/fields'
import { readForm, writeForm, type FormFile } from '../../../../ssg/model/form'
import { retryingLazy } from '../../lib/retrying-lazy'
import { FormContext } from '../../ui/field'
import { Skeleton } from '../../ui/progress'
import type { Entry } from './entries'
import { FieldControl } from './field-control'
import type { MarkdownEditorHandle } from './markdown-editor'
import type { Images } from './use-known'
import styles from './content.module.css'

const MarkdownEditor = retryingLazy(() => import('./markdown-editor'))

interface EntryFormProps {
  entry: Entry
  text: string
  known: Known
  images: Images
  /** The field that gets the focus at first; `text` is the one below the fields. */
  field: string | null
  /** Errors of a new entry appear once their field is left, or all at once when it is published. */
  isNew: boolean
  isPublishing: boolean
  onChange: (text: string) => void
}

/** What an owner looks for first, and what few owners have. */
const first = ['name', 'role', 'email', 'location']
const advanced = ['apple_app', 'android_app', 'android_fingerprints']
const rank = ({ name }: FieldModel) => first.indexOf(name) + 1 || first.length + 1

/** The form of a file, made from its kind. Errors appear beside their fields as one types. */
export function EntryForm(props: EntryFormProps) {
  const { entry, text, known, images, field: asked, isNew, isPublishing, onChange } = props
  const { path, kind, published } = entry
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(!isNew)
  if (isPublishing && !shown) setShown(true)
  const form = kind && entry.form
  const { errors: all, advice } = useMemo(() => checkFile(path, text, known), [path, text, known])
  const errors = useMemo(
    () => all.filter(({ field = 'text' }) => shown || left.has(field)),
    [all, shown, left],
  )
  // Moving entries and sections in their lists sets their order, and changing an address keeps the former one.
  const isInForm = ({ type }: FieldModel) => type !== 'order' && type !== 'sections' && type !== 'addresses'
  const fields =
    kind && form ? kindModels[kind].fields.filter(isInForm).sort((a, b) => rank(a) - rank(b)) : []
  const names = new Set(fields.map(({ name }) => name))
  const others = errors.filter(({ field }) => field === undefined || !names.has(field))
  const editor = useRef<MarkdownEditorHandle>(null)
  const marked = useMemo(() => errors.flatMap(({ line }) => line ?? []), [errors])
  const goTo = (line: number) => editor.current?.goTo(line)
  const context = { fields: errorsOf(fields, errors), marked: [], pending: false, readOnly: false }
  const hasBody = !kind || !form || kindModels[kind].body !== 'none' || form.body !== ''

  function changeField(name: string, value: string | string[] | undefined): void {
    if (!form) return
    const others = Object.entries(form.fields).filter(([other]) => other !== name || value !== undefined)
    write({
      ...form,
      fields: { ...Object.fromEntries(others), ...(value !== undefined && { [name]: value }) },
    })
  }

  /** What is published is the base: the same words in the form then are the same file, whatever its YAML looks like. */
  function write(next: FormFile): void {
    const isBase = published !== null && readForm(path, published) !== undefined
    onChange(writeForm(path, isBase ? published : text, next))
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const field = target.closest<HTMLElement>('[data-field]')
    if (!field || (relatedTarget instanceof Node && field.contains(relatedTarget))) return
    setLeft(new Set([...left, field.dataset['field'] ?? '']))
  }

  const control = (field: FieldModel) => (
    <FieldControl
      key={field.name}
      field={field}
      value={form?.fields[field.name]}
      onChange={(value) => changeField(field.name, value)}
    />
  )
  const rare = fields.filter(({ name }) => advanced.includes(name))
  const hasRareErrors = rare.some(({ name }) => (context.fields[name]?.length ?? 0) > 0)
  const [isRareOpen, setRareOpen] = useState(false)
  if (hasRareErrors && !isRareOpen) setRareOpen(true)

  return (
    <FormContext value={context}>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields inside are interactive */}
      <div className={styles.fields} onBlur={isNew ? leave : undefined}>
        {fields.filter((field) => !rare.includes(field)).map(control)}
        {hasBody && (
          <div data-field="text">
            <Suspense fallback={<Skeleton rows={4} />}>
              <MarkdownEditor
                ref={editor}
                focus={asked === 'text'}
                label={form ? 'Text' : 'The whole file'}
                path={path}
                value={form ? form.body : text}
                onChange={(body) => (form ? write({ ...form, body }) : onChange(body))}
                invalid={others.length > 0}
                marked={marked}
                images={images}
              />
            </Suspense>
          </div>
        )}
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
