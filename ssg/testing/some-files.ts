import type { Folder, Single } from '../model/kinds.ts'
import { kindModels, type FieldModel } from '../model/fields.ts'
import type { FormFile } from '../model/form.ts'

/** A right file of the content folder, as an owner may have written it. */
export interface SomeFile {
  kind: Single | Folder
  path: string
  text: string
  says: FormFile
  /** The file from its beginning to its end; those with a name are fields, the others stay when fields change. */
  blocks: { name?: string; source: string }[]
}

type Below = (below: number) => number

/** `count` files of all kinds, in all forms of YAML that the build admits. The same count gives the same bytes. */
export function someFiles(count: number): SomeFile[] {
  const kinds = Object.keys(kindModels) as (Single | Folder)[]
  return Array.from({ length: count }, (_, index) =>
    someFile(kinds[index % kinds.length] ?? 'about.md', index),
  )
}

const odd = [
  '# a',
  'a: b',
  '- a',
  '@a',
  '"a"',
  "it's",
  'yes',
  'null',
  '2018',
  '[a',
  '{a',
  '*a',
  '&a',
  ' a ',
  '|',
  '---',
  'é 🚲',
  '\\n',
  'a #b',
  '%',
]

/** Words that somebody may type, the same for the same number. */
export function someText(number: number): string {
  const next = numbers(number)
  return number % 3 === 0 ? (odd[next(odd.length)] ?? '') : `${sentence(next)}${odd[next(odd.length)] ?? ''}`
}

function someFile(kind: Single | Folder, index: number): SomeFile {
  const next = numbers(index)
  const eol = next(3) === 0 ? '\r\n' : '\n'
  const indent = next(8) === 0 ? '  ' : ''
  const blocks: SomeFile['blocks'] = [{ source: `---${['', ' ', '\t'][next(3)] ?? ''}${eol}` }]
  const says: FormFile = { fields: {}, body: '' }
  const all = next(2) === 0
  for (const field of kindModels[kind].fields) {
    if (!field.required && !all) continue
    if (next(4) === 0)
      blocks.push({
        source: [`# A comment: it's "one"${eol}`, eol, ` ${eol}`][next(3)] ?? '',
      })
    const value = valueOf(field, next)
    says.fields[field.name] = value
    const key =
      [field.name, field.name, field.name, `"${field.name}"`, `'${field.name}'`, `${field.name} `][next(6)] ??
      ''
    const lines = Array.isArray(value) ? list(value, next, indent) : scalar(value, field, next, `${indent}  `)
    blocks.push({ name: field.name, source: `${indent}${key}:${lines}\n`.replaceAll('\n', eol) })
  }
  if (next(4) === 0) blocks.push({ source: `# The end${eol}` })
  const body = kindModels[kind].body === 'none' ? '' : bodies(next)
  const last = body === '' && next(2) === 0
  blocks.push({ source: last ? '---' : `---${['', '  '][next(2)] ?? ''}${eol}` })
  if (body !== '') {
    says.body = body
    const above = ['', '\n', '\n\n', ' \n'][next(4)] ?? ''
    const below = ['', '\n', '\n\n\n'][next(3)] ?? ''
    blocks.push({ source: `${above}${body}${below}`.replaceAll('\n', eol) })
  }
  const path = kind.endsWith('.md') ? kind : `${kind}/${next(9)}-entry.md`
  return { kind, path, text: blocks.map(({ source }) => source).join(''), says, blocks }
}

function numbers(seed: number): Below {
  let state = (seed + 1) * 7919
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  next(1)
  return next
}

const words =
  "quay ledger Ångström c:d it's née 船 crane#2 🚢 a-b 100% “said” e.g. (rope) $4 x=y Müller & Co, ok? no!".split(
    ' ',
  )

const sentence = (next: Below): string =>
  `W${Array.from({ length: 1 + next(5) }, () => words[next(words.length)] ?? '').join(' ')}`

const bodies = (next: Below): string =>
  [
    sentence(next),
    `${sentence(next)}  \n${sentence(next)}\n\n## ${sentence(next)}\n\n---\n\n- one\n- [two](/x)`,
    `    code: yes\n\n> ${sentence(next)}\n\n\n***\n${sentence(next)} `,
  ][next(3)] ?? ''

function valueOf({ name, type, choices, length }: FieldModel, next: Below): string | string[] {
  if (name.startsWith('android_f')) return [Array<string>(32).fill('0A').join(':')]
  if (type === 'list') return Array.from({ length: length ?? 1 + next(4) }, () => sentence(next))
  if (type === 'choice') return choices?.[next(choices.length)] ?? ''
  // The end, which comes after the start.
  if (type === 'date')
    return `${name === 'end' ? 2010 + next(10) : 2000 + next(10)}${next(2) === 0 ? '-06' : ''}`
  const fixed: Record<string, string> = {
    url: 'https://example.test/@a?b=c#d',
    email: "o'neil@example.test",
    initials: 'ÄB',
    apple_app: 'ABCDE12345.test.example',
    android_app: 'test.example.portfolio',
  }
  return fixed[name] ?? sentence(next)
}

/** What follows the colon. */
function scalar(value: string, { type }: FieldModel, next: Below, indent: string): string {
  const ending = ['', '', ' ', '  # why: "not"'][next(4)] ?? ''
  const [first = '', ...rest] = value.split(' ')
  const folded = rest.length === 0 ? undefined : `${first}\n${indent}${rest.join(' ')}`
  const block = `\n${indent}${value}`
  const forms = [
    ` ${value}${ending}`,
    `  ${value}${ending}`,
    ` '${value.replaceAll("'", "''")}'${ending}`,
    ` ${JSON.stringify(value)}${ending}`,
    ` "${value.replaceAll('"', '\\"').replace('W', '\\x57').replace('é', '\\u00e9')}"${ending}`,
    `\n${indent}${value}${ending}`,
    ` &name ${value}${ending}`,
  ]
  // A date has to be a text or a number, and what is of one word is in no block.
  if (type !== 'line' || folded === undefined) return forms[next(forms.length - 1)] ?? ''
  const blocks = [` >-${block}`, ` |-${block}`, ` >  # why${block}`, ` |${block}`, ` >-\n${indent}${folded}`]
  const long = [
    ` ${folded}${ending}`,
    ` !!str ${value}${ending}`,
    ` "${folded.replaceAll('"', '\\"')}"${ending}`,
  ]
  const every = [...forms, ...blocks, ...long]
  return every[next(every.length)] ?? ''
}

function list(values: string[], next: Below, indent: string): string {
  const quoted = (value: string) => [`'${value.replaceAll("'", "''")}'`, JSON.stringify(value)][next(2)] ?? ''
  const form = next(4)
  if (form === 0) return ` [${values.map(quoted).join(', ')}]${['', ' # l'][next(2)] ?? ''}`
  if (form === 1)
    return ` [\n${values.map((value) => `${indent}    ${quoted(value)},  # i\n`).join('')}${indent}  ]`
  const inner = indent + (['', '  ', '    '][next(3)] ?? '')
  const item = (value: string) =>
    [value, quoted(value), `${value} # it's`, `>-\n${inner}    ${value}`][next(4)] ?? ''
  const between = () => (next(4) === 0 ? `\n${inner}# between` : next(8) === 0 ? '\n' : '')
  const last = values.length - 1
  const lines = values.map((value, index) => `\n${inner}- ${item(value)}${index < last ? between() : ''}`)
  return `${next(4) === 0 ? ' # items' : ''}${lines.join('')}`
}
