import { Note } from '../../ui/note'
import { Fragment, useMemo } from 'react'
import { diffLines } from 'diff'
import { kindModels } from '#model/fields'
import { type FormFile, readForm } from '#model/form'
import { kindOf } from '#model/kinds'
import { Stack } from '../../ui/layout'
import { changedWords } from '../../lib/changed-words'
import styles from './content.module.css'

interface Change {
  label: string
  before: string
  after: string
  /** Replaced as a whole: a part of it means nothing. */
  whole: boolean
}

interface DifferenceProps {
  path: string
  /** Null for nothing. */
  before: string | null
  after: string | null
  /** Shows one version alone. */
  only?: 'before' | 'after'
}

/** The changes between two versions of a file: word by word, for each field. */
export function Difference({ path, before, after, ...side }: DifferenceProps) {
  const changes = changesOf(path, before, after)
  if (changes.length === 0) return <Note>No changes.</Note>
  return (
    <Stack as="dl" gap="sm" className={styles.difference}>
      {changes.map(({ label, ...change }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <ChangedWords {...change} {...side} />
          </dd>
        </div>
      ))}
    </Stack>
  )
}

interface ChangedWordsProps {
  before: string
  after: string
  /** Shows one version alone, in full. */
  only?: 'before' | 'after'
  /** Replaces whole lines. */
  whole?: boolean
}

/**
 * Text with what was removed and added. What is between two changes is shortened. In very different texts whole
 * paragraphs are marked.
 */
export function ChangedWords({ before, after, only, whole = false }: ChangedWordsProps) {
  const parts = useMemo(
    () => (whole ? undefined : changedWords(before, after)) ?? changedLines(before, after),
    [before, after, whole],
  )
  return parts.map(({ value, added, removed }, index) => {
    if (added) return only === 'before' ? null : <ins key={index}>{value}</ins>
    if (removed) {
      if (only === 'after') return null
      const isReplaced = !only && parts[index + 1]?.added && !/\s$/.test(value)
      return (
        <Fragment key={index}>
          <del>{value}</del>
          {isReplaced && <span> </span>}
        </Fragment>
      )
    }
    return <span key={index}>{only ? value : shortened(value, index === 0, index === parts.length - 1)}</span>
  })
}

const changedLines = (before: string, after: string) =>
  diffLines(before, after, { maxEditLength: 1_000 }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]

/** Characters shown beside a change. */
const context = 60

function shortened(words: string, first: boolean, last: boolean): string {
  const left = first ? '' : words.slice(0, context).replace(/\S*$/, '')
  const right = last ? '' : words.slice(-context).replace(/^\S*/, '')
  return words.length <= left.length + right.length + 20 ? words : `${left}…${right}`
}

function changesOf(path: string, before: string | null, after: string | null): Change[] {
  const [old, now] = [before, after].map((text) => (text === null ? empty : readForm(path, text)))
  const kind = kindOf(path)
  const changes =
    old && now && kind
      ? [
          ...namesOf(kind, old, now).map(({ name, label, type }) => ({
            label,
            whole: type !== 'line' && type !== 'list',
            before: line(old.fields[name]),
            after: line(now.fields[name]),
          })),
          { label: 'Text', whole: false, before: old.body, after: now.body },
        ]
      : [{ label: 'The whole file', whole: false, before: before ?? '', after: after ?? '' }]
  return changes.filter(({ before, after }) => before !== after)
}

const empty: FormFile = { fields: {}, body: '' }

/** The fields of the kind, and unknown ones. */
function namesOf(kind: keyof typeof kindModels, old: FormFile, now: FormFile) {
  const { fields } = kindModels[kind]
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys({ ...old.fields, ...now.fields }).filter((name) => !known.has(name))
  return [...fields, ...unknown.map((name) => ({ name, label: name, type: 'line' as const }))]
}

const line = (value: string | string[] | undefined) => [value ?? []].flat().join('\n')
