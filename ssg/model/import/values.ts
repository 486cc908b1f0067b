import { z } from 'zod'
import { placeOf } from '../places.ts'
import { normalDate } from './dates.ts'
import { oneLine, plainText, richText, type Remarks } from './texts.ts'

/** The values of files from elsewhere. Missing ones are empty, and numbers are texts. */
export function valuesOf(remarks: Remarks) {
  const raw = z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : (value ?? '')),
    z.string('a text'),
  )
  const written = raw.transform((text) => text.trim())
  const line = raw.transform((text) => oneLine(text, remarks))
  const list = <Item extends z.ZodType>(item: Item) =>
    z.preprocess(
      (value) => value ?? [],
      z.array(item.nullish(), 'a list').transform((items) => items.filter((item) => item != null)),
    )
  return {
    written,
    line,
    /** Markdown, from text that may be Markdown or HTML. */
    rich: raw.transform((text) => richText(text, remarks)),
    /** Markdown, from plain text. */
    plain: raw.transform((text) => plainText(text, remarks)),
    date: line.transform((text) => knownDate(text, remarks)),
    /** A web address; empty for none. */
    address: written.transform((text, { issues }) => {
      const url = placeOf(text)?.url
      if (text === '' || url !== undefined) return url ?? ''
      issues.push({ code: 'custom', input: text, message: notAnAddress(text) })
      return ''
    }),
    list,
    lines: list(line).transform((lines) => lines.filter((line) => line !== '')),
    part: <Shape extends z.ZodRawShape>(shape: Shape) =>
      z.preprocess((value) => value ?? {}, z.strictObject(shape, 'an object')),
    /** Known, and not used. */
    ignored: z.unknown().optional(),
  }
}

export const notAnAddress = (text: string) =>
  `The address of % is left out: “${text.slice(0, 60)}” is not a web address.`

/** The date; its year if that is all that is understood, and otherwise none. */
export function knownDate(text: string, { dates }: Remarks): string {
  const date = normalDate(text)
  if (/^(\d{4}(-\d\d)?)?$/.test(date)) return date
  dates.add(text)
  return /(?<!\d)(19|20)\d\d(?!\d)/.exec(text)?.[0] ?? ''
}

type Path = readonly PropertyKey[]

/**
 * Parses `value`, and removes the parts of it that do not fit. Each is passed to `report` with a sentence, in which % is
 * the place of the part; the keys that have values and that the schema does not have are passed to `skip`.
 */
export function parseLenient<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  report: (message: string, path: Path) => void,
  skip: (path: Path) => void,
): z.output<Schema> {
  for (let before = ''; ;) {
    const { data, error } = schema.safeParse(value)
    if (!error) return data
    if (error.message === before) throw error
    before = error.message
    for (const issue of error.issues) {
      if (issue.code !== 'unrecognized_keys') {
        const isOfType = issue.code !== 'custom'
        report(isOfType ? `“%” is not ${issue.message}, and is left out.` : issue.message, issue.path)
        remove(value, issue.path)
        continue
      }
      for (const key of issue.keys) {
        const path = [...issue.path, key]
        if (!isEmpty(valueAt(value, path))) skip(path)
        remove(value, path)
      }
    }
  }
}

type Parent = Record<PropertyKey, unknown> | undefined

const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((inside, key) => (inside as Parent)?.[key], value)

function remove(value: unknown, path: Path): void {
  const parent = valueAt(value, path.slice(0, -1))
  const key = path.at(-1) ?? ''
  // The other items of a list keep their numbers.
  if (Array.isArray(parent)) parent[Number(key)] = null
  else delete (parent as Parent)?.[key]
}

const isEmpty = (value: unknown) =>
  value === '' || value == null || (typeof value === 'object' && Object.keys(value).length === 0)
