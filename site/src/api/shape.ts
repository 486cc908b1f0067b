import { ApiError, isRecord } from './api-error'

/**
 * What a JSON value must be to be a T: the name of a plain type, `date` for a text that is a point in time, a list of one
 * shape, or an object with a shape for each field. A field with a question mark may be null or absent.
 */
export type Shape<T> = [T] extends [string]
  ? 'string' | 'date'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [readonly (infer Item)[]]
        ? readonly [Shape<Item>]
        : { readonly [Name in keyof T & string as FieldName<T, Name>]-?: Shape<NonNullable<T[Name]>> }

type FieldName<T, Name extends keyof T & string> = null extends T[Name]
  ? `${Name}?`
  : undefined extends T[Name]
    ? `${Name}?`
    : Name

/**
 * `answer`, when it has the shape of a T; else it throws an ApiError. A host that answers every path with a page, or an API
 * of another version, must look like a failure, not like empty lists and figures that are no numbers.
 */
export function read<T>(answer: unknown, shape: Shape<T>): T {
  if (!fits(answer, shape)) throw new ApiError(200, 'Unreadable answer')
  return answer as T
}

/** Whether `value` has the shape `shape`, a Shape. */
export function fits(value: unknown, shape: unknown): boolean {
  if (shape === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  if (typeof shape === 'string') return typeof value === shape
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]))
  return (
    isRecord(value) &&
    Object.entries(shape as object).every(([name, part]) => {
      const field = value[name.replace('?', '')]
      return ((field === undefined || field === null) && name.endsWith('?')) || fits(field, part)
    })
  )
}
