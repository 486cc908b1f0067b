import { z } from 'zod'

/** A field of the front matter, as a form shows it. */
export interface FieldModel {
  name: string
  label: string
  /** What to write, as a full sentence. */
  hint: string
  required: boolean
  type: 'line' | 'date' | 'list' | 'choice' | 'url' | 'email'
  /** What a choice is made from. */
  choices?: readonly string[]
  /** How many texts a list has, where the number is fixed. */
  length?: number
}

/** What the schema of the field `name` says about it. */
export function fieldModel(name: string, schema: z.ZodType): FieldModel {
  if (schema instanceof z.ZodOptional) {
    return { ...fieldModel(name, schema.unwrap() as z.ZodType), required: false }
  }
  const { hint, label = labelOf(name) } = (schema.meta() ?? {}) as { hint: string; label?: string }
  return { name, label, hint, required: true, ...typeOf(schema) }
}

const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function typeOf(schema: z.ZodType): Pick<FieldModel, 'type' | 'choices' | 'length'> {
  if (schema instanceof z.ZodEnum) return { type: 'choice', choices: schema.options.map(String) }
  if (schema instanceof z.ZodArray) return { type: 'list' }
  if (schema instanceof z.ZodTuple) return { type: 'list', length: schema.def.items.length }
  if (schema instanceof z.ZodURL) return { type: 'url' }
  const type = schema.meta()?.['type']
  return { type: type === 'date' || type === 'email' ? type : 'line' }
}
