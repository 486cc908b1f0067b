import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { Publishing } from './types'

/** Whether the pages show what staff have changed, for staff. */
export async function getPublishing(): Promise<Publishing> {
  return read(await request<unknown>('GET', '/api/publishing/'))
}

/** Has the pages built as soon as can be, and answers how they stand. */
export async function publish(): Promise<Publishing> {
  return read(await request<unknown>('POST', '/api/publishing/'))
}

function read(answer: unknown): Publishing {
  if (!isRecord(answer)) throw new ApiError(200, 'Unreadable answer')
  return answer as unknown as Publishing
}
