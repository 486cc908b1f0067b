import { useCallback, useMemo, useState } from 'react'
import { ApiError, fieldErrors, isNetworkError, serverMessage } from '../api/api-error'
import { StorageError } from '../api/token-store'
import { dismissSuccess } from './toast'

/** The messages of a refused form. */
export interface FormErrors {
  /** Above the form; empty when the fields' messages suffice. */
  message: string
  fields: Record<string, readonly string[]>
}

export const networkError = 'Network error — please try again.'

/** The message when the browser cannot store a session. */
export function storageMessage({ cause }: StorageError): string {
  return cause instanceof DOMException && /quota/i.test(cause.name)
    ? 'Your browser has no room left to store your sign-in. Clear the data of sites that you no longer need, then try again.'
    : "Your browser doesn't let this site store your sign-in. Allow cookies and site data for this site, then try again."
}

/** The messages for a request that failed with `error`; `fallback` without a reason from the server. */
export function formErrors(error: unknown, fallback: string): FormErrors {
  if (isNetworkError(error)) return { message: networkError, fields: {} }
  if (error instanceof StorageError) return { message: storageMessage(error), fields: {} }
  const { detail = [], ...fields } = fieldErrors(error)
  return { message: detail.join(' ') || (Object.keys(fields).length === 0 ? fallback : ''), fields }
}

/** Marks the empty ones of these fields; null if all are filled. */
export function requireFields(values: Record<string, string>): FormErrors | null {
  const empty = Object.keys(values).filter((name) => values[name] === '')
  if (empty.length === 0) return null
  return { message: '', fields: Object.fromEntries(empty.map((name) => [name, ['This field is required.']])) }
}

/** Compares passwords like the server, which ignores how accents and spaces are encoded. */
export const isSamePassword = (one: string, other: string): boolean => prepared(one) === prepared(other)

const prepared = (password: string) => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/** Requires all fields and two equal new passwords; null if they are. */
export function checkNewPassword(
  values: Record<string, string> & { new_password: string; new_password2: string },
): FormErrors | null {
  const empty = requireFields(values)
  if (empty || isSamePassword(values.new_password, values.new_password2)) return empty
  return { message: '', fields: { new_password2: ['Passwords do not match.'] } }
}

/** The server's message for `error`: its `detail`, else the first element of its answer; empty when there is none. */
export function firstMessage(error: unknown): string {
  const data = error instanceof ApiError ? error.data : undefined
  const first: unknown = typeof data === 'object' && data !== null ? Object.values(data)[0] : undefined
  const texts = (Array.isArray(first) ? first : [first]).filter((text) => typeof text === 'string')
  return serverMessage(error) || texts.join(' ')
}

/** An entry of the error banner; `reason` is on a line below the text. */
export interface PageError {
  text: string
  reason?: string
}

/**
 * An entry for a failed request: `sentence`, and below it the message of the server, found under `fields` or `detail`.
 */
export function pageError(sentence: string, error: unknown, ...fields: string[]): PageError {
  const reason = isNetworkError(error) ? 'The server was not reached.' : serverMessage(error, ...fields)
  return { text: sentence, reason }
}

/** The same, with the server's message at the end of the sentence. */
export function pageErrorInOneLine(sentence: string, error: unknown, ...fields: string[]): PageError {
  if (isNetworkError(error)) return pageError(sentence, error)
  return { text: `${sentence} ${serverMessage(error, ...fields)}`.trim() }
}

export interface PageErrors {
  entries: readonly PageError[]
  /** Changes when the banner should take the focus. */
  focusOn: object | undefined
  /** Appends an entry. `urgent` ones ended an action of the visitor, so the focus moves to the banner. */
  add: (error: PageError, options?: { urgent?: boolean }) => void
  clear: () => void
}

/** The state of a page's error banner: entries are added until the next action clears them. */
export function usePageErrors(): PageErrors {
  const [entries, setEntries] = useState<readonly PageError[]>([])
  const [focusOn, setFocusOn] = useState<object>()
  const add = useCallback<PageErrors['add']>((error, { urgent = false } = {}) => {
    dismissSuccess()
    setEntries((earlier) => [...earlier, error])
    if (urgent) setFocusOn({})
  }, [])
  const clear = useCallback(() => setEntries([]), [])
  return useMemo(() => ({ entries, focusOn, add, clear }), [entries, focusOn, add, clear])
}
