import { ApiError } from './api-error'

/** `answer`, when it is a list; else it throws an ApiError. */
export function asList<T>(answer: unknown): T[] {
  // A host that answers every path with a page must look like a failure, not like an empty list.
  if (!Array.isArray(answer)) throw new ApiError(200, 'Unreadable answer')
  return answer as T[]
}
