import { z } from 'zod'
import type { Problem } from './diagnostics.ts'
import type { FrontMatter } from './front-matter.ts'
import { folders, singles, type Folder, type Single } from './kinds.ts'
import { languageNames } from './languages/names.ts'
import { codePoint, controlCharacterOfLine } from './letters.mjs'
import { kinds, type Kind } from './schemas.ts'

/** A field of the front matter, as a form shows it. */
export interface FieldModel {
  name: string
  label: string
  /** What to write, as a full sentence. */
  hint: string
  required: boolean
  type:
    | 'line'
    | 'date'
    /** A year, a month and a day. */
    | 'day'
    | 'list'
    | 'choice'
    /** True, or absent. */
    | 'switch'
    | 'url'
    | 'email'
    /** The address of an image, from the folder of the file. */
    | 'image'
    | 'order'
    /** The code of a language. */
    | 'language'
    | 'sections'
    /** The paths of entries of the CV. */
    | 'entries'
    /** Former addresses of the entry's page. */
    | 'addresses'
    /** The address by which the feed knows the entry; no form shows it. */
    | 'first-address'
  /** The options of a choice or a language. */
  choices?: readonly string[]
  /** What the options are called, if not by themselves. */
  names?: Readonly<Record<string, string>>
  /** The number of items, if it is fixed. */
  length?: number
}

/** A kind of content file, as a form shows it. */
export interface KindModel {
  title: string
  /** Whether there may be any number of such files. */
  folder: boolean
  body: Kind['body']
  fields: readonly FieldModel[]
}

/** The forms of all kinds: those of single files, then those of entries. */
export const kindModels = Object.fromEntries(
  [...singles, ...folders].map((name) => [name, kindModel(name)]),
) as Record<Single | Folder, KindModel>

function kindModel(name: Single | Folder): KindModel {
  const { title, body, schema }: Kind = kinds[name]
  const fields = Object.entries(schema.shape).map(([name, schema]) => fieldModel(name, schema))
  return { title, folder: !name.endsWith('.md'), body, fields }
}

function fieldModel(name: string, schema: z.ZodType): FieldModel {
  if (schema instanceof z.ZodOptional) {
    return { ...fieldModel(name, schema.unwrap() as z.ZodType), required: false }
  }
  const { hint, label = name.charAt(0).toUpperCase() + name.slice(1) } = (schema.meta() ?? {}) as {
    hint: string
    label?: string
  }
  return { name, label, hint, required: true, ...typeOf(schema) }
}

function typeOf(schema: z.ZodType): Pick<FieldModel, 'type' | 'choices' | 'names' | 'length'> {
  if (schema instanceof z.ZodEnum) return { type: 'choice', choices: schema.options.map(String) }
  if (schema instanceof z.ZodTuple) return { type: 'list', length: schema.def.items.length }
  if (schema instanceof z.ZodURL) return { type: 'url' }
  const type = schema.meta()?.['type'] as FieldModel['type'] | undefined
  if (type === 'language') return { type, choices: Object.keys(languageNames), names: languageNames }
  return { type: type ?? (schema instanceof z.ZodArray ? 'list' : 'line') }
}

/** A problem with a field of the front matter. */
type FieldProblem = Problem & { line: number; field: string; inForm?: Problem }

/** Checks the fields of a file. `fields` is undefined if there are problems. */
export function checkFields(
  name: Single | Folder,
  frontMatter: FrontMatter,
): { fields?: Readonly<Record<string, unknown>>; problems: FieldProblem[] } {
  const { schema }: Kind = kinds[name]
  const controls = controlIssues(frontMatter.fields).flatMap((issue) =>
    fieldProblems(issue, name, frontMatter, controlHint),
  )
  const checked = schema.safeParse(frontMatter.fields)
  if (checked.success && controls.length === 0)
    return { fields: checked.data as Readonly<Record<string, unknown>>, problems: [] }
  const issues = checked.error?.issues ?? []
  return { problems: [...controls, ...issues.flatMap((issue) => fieldProblems(issue, name, frontMatter))] }
}

export const describeControl = (control: string): string =>
  `contains a control character (${codePoint(control)})`

export const controlHint = 'Delete it. If the words come from a PDF, type them again.'

function controlIssues(fields: object): z.core.$ZodIssue[] {
  return Object.entries(fields).flatMap(([field, value]: [string, unknown]) =>
    [value].flat().flatMap((input, index) => {
      const control = typeof input === 'string' ? controlCharacterOfLine(input) : undefined
      const path = Array.isArray(value) ? [field, index] : [field]
      return control === undefined ? [] : [{ code: 'custom', path, message: describeControl(control), input }]
    }),
  )
}

function fieldProblems(
  issue: z.core.$ZodIssue,
  name: Single | Folder,
  { fields, lineOf, lineOfKey }: FrontMatter,
  remedy?: string,
): FieldProblem[] {
  const models = kindModels[name].fields
  if (issue.code === 'unrecognized_keys') {
    const hint = `Delete it, or use one of: ${models.map(({ name }) => name).join(', ')}.`
    return issue.keys.map((field) => {
      return { line: lineOfKey(field), field, message: `There is no field "${field}"`, hint }
    })
  }
  const field = String(issue.path[0] ?? '')
  const { label, hint: rule } = models.find(({ name }) => name === field) ?? {
    label: field,
    hint: 'See content/README.md.',
  }
  const hint = remedy ?? rule
  if (!Object.hasOwn(fields, field)) {
    const message = `The field "${field}" is missing`
    const inForm = { message: `“${label}” is missing`, hint }
    return [{ line: 1, field, message, hint: `Add a line "${field}: …". ${hint}`, inForm }]
  }
  const message = `The field "${issue.path.map(String).join('.')}" ${describe(issue)}`
  // A form counts the items of a list from 1.
  const input = [label, ...issue.path.slice(1).map((index) => Number(index) + 1)].join(' ')
  const inForm = { message: `“${input}” ${describe(issue)}`, hint }
  return [{ line: lineOf(issue.path), field, message, hint, inForm }]
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return `is not ${issue.expected === 'string' ? 'text; a number or a yes/no needs quotes' : 'of the right form'}`
    case 'too_small':
      return 'is empty or too short'
    case 'too_big':
      return issue.origin === 'array'
        ? `has more than ${issue.maximum} items`
        : `is too long: ${issue.maximum} characters at most`
    case 'invalid_format':
      return issue.format === 'regex' && issue.message !== '' && !issue.message.startsWith('Invalid')
        ? issue.message
        : 'is not of the right form'
    default:
      return 'is not of the right form'
  }
}
