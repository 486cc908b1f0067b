import { z } from 'zod'
import { fieldModel } from './field-models.ts'
import type { Kind } from './schemas.ts'
import type { SourceFile } from './front-matter.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'

/** What is wrong with a file's fields, each with its line and a hint on what the field is for. */
export function fieldDiagnostics(
  error: z.ZodError,
  kind: Kind,
  source: SourceFile,
  where: string,
): Diagnostic[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownField(key, kind, source, where))
    const field = String(issue.path[0] ?? '')
    const schema = kind.schema.shape[field]
    const { label, hint } = schema
      ? fieldModel(field, schema)
      : { label: field, hint: 'See content/README.md.' }
    if (!hasValue(source.fields, issue.path[0])) {
      const message = `The field "${field}" is missing`
      const inForm = { message: `“${label}” is missing`, hint }
      return [{ where, line: 1, field, message, hint: `Add a line "${field}: …". ${hint}`, inForm }]
    }
    const message = `The field "${issue.path.map(String).join('.')}" ${describeIssue(issue)}`
    // The texts of a list are counted from 1 in a form.
    const input = [label, ...issue.path.slice(1).map((index) => Number(index) + 1)].join(' ')
    const inForm = { message: `“${input}” ${describeIssue(issue)}`, hint }
    return [{ where, line: source.lineOf(issue.path), field, message, hint, inForm }]
  })
}

function unknownField(key: string, kind: Kind, source: SourceFile, where: string): Diagnostic {
  const known = Object.keys(kind.schema.shape).join(', ')
  const hint = `Delete it, or use one of: ${known}.`
  return { where, line: source.lineOfKey(key), field: key, message: `There is no field "${key}"`, hint }
}

const hasValue = (fields: unknown, key: PropertyKey | undefined) =>
  typeof fields === 'object' && fields !== null && key !== undefined && key in fields

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return `is not ${issue.expected === 'string' ? 'text; a number or a yes/no needs quotes' : 'of the right form'}`
    case 'too_small':
      return 'is empty or too short'
    case 'too_big':
      return 'is too long'
    case 'invalid_format':
      return issue.format === 'regex' && issue.message !== '' && !issue.message.startsWith('Invalid')
        ? issue.message
        : 'is not of the right form'
    default:
      return 'is not of the right form'
  }
}
