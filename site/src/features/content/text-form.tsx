import { lazy, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { type FormDiagnostic, type Known, checkFile } from '../../../../ssg/model/check'
import { type FieldModel, kindModels } from '../../../../ssg/model/fields'
import { readForm, writeBody, writeField } from '../../../../ssg/model/form'
import { kindOf } from '../../../../ssg/model/kinds'
import { FormContext } from '../../ui/field'
import { Skeleton } from '../../ui/progress'
import work from '../../ui/work.module.css'
import { FieldControl } from './field-control'
import type { MarkdownEditorHandle } from './markdown-editor'
import styles from './content.module.css'

const MarkdownEditor = lazy(() => import('./markdown-editor'))

interface TextFormProps {
  path: string
  text: string
  /** What is known of what texts refer to. */
  known: Known
  onChange: (text: string) => void
}

/** The form of a text, made from what its kind says; mistakes stand at their fields as one types. */
export function TextForm({ path, text, known, onChange }: TextFormProps) {
  const kind = kindOf(path)
  const typing = useRef<{ name: string; before: string; after: string }>(null)
  const checked = useDeferredValue(text)
  const { errors: mistakes, advice } = useMemo(() => checkFile(path, checked, known), [path, checked, known])
  const read = kind && readForm(path, text)
  const fields = read ? kindModels[kind].fields : []
  const names = new Set(fields.map(({ name }) => name))
  const others = mistakes.filter(({ field }) => field === undefined || !names.has(field))
  const editor = useRef<MarkdownEditorHandle>(null)
  const marked = useMemo(() => mistakes.flatMap(({ line }) => line ?? []), [mistakes])
  const goTo = (line: number) => editor.current?.goTo(line)
  const context = { fields: mistakesOf(fields, mistakes), marked: [], pending: false, readOnly: false }

  function changeField(name: string, value: string | string[] | undefined) {
    // All letters of one field change the text as it was before the first of them: what is typed on the way leaves no trace.
    const { current } = typing
    const before = current?.name === name && current.after === text ? current.before : text
    const after = writeField(before, name, value)
    typing.current = { name, before, after }
    onChange(after)
    return readForm(path, after)?.fields[name]
  }

  function changeBody(body: string): string {
    const next = writeBody(text, body)
    onChange(next)
    return readForm(path, next)?.body ?? body
  }

  function changeAll(next: string): string {
    onChange(next)
    return next
  }

  return (
    <FormContext value={context}>
      <div className={work.stack}>
        {fields.map((field) => (
          <FieldControl
            key={field.name}
            field={field}
            value={read?.fields[field.name]}
            onChange={(value) => changeField(field.name, value)}
          />
        ))}
        {(!kind || !read || kindModels[kind].body !== 'none' || read.body !== '') && (
          <Suspense fallback={<Skeleton rows={4} />}>
            <MarkdownEditor
              ref={editor}
              label={read ? 'Text' : 'The whole file'}
              path={path}
              value={read ? read.body : text}
              onChange={read ? changeBody : changeAll}
              invalid={others.length > 0}
              marked={marked}
            />
          </Suspense>
        )}
        <Sentences label="Mistakes in the text" className={styles.mistakes} of={others} goTo={goTo} />
        <Sentences label="Advice on the text" className={styles.advice} of={advice} goTo={goTo} />
      </div>
    </FormContext>
  )
}

interface SentencesProps {
  label: string
  className: string | undefined
  of: readonly FormDiagnostic[]
  goTo: (line: number) => void
}

/** What is said of a text; where it is about a line in the editor, a press goes there. */
function Sentences({ label, className, of, goTo }: SentencesProps) {
  return (
    <ul aria-label={label} className={className} hidden={of.length === 0}>
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

function mistakesOf(fields: readonly FieldModel[], mistakes: readonly FormDiagnostic[]) {
  const of = (name: string) => mistakes.filter(({ field }) => field === name)
  return Object.fromEntries(
    fields.map(({ name }) => [name, of(name).map(({ message, hint }) => `${message}. ${hint}`)]),
  )
}
