import { request } from './client'
import { read, type Shape } from './shape'
import type { Publishing } from './types'

const publishing: Shape<Publishing> = {
  state: 'string',
  method: 'string',
  'changed_at?': 'date',
  'due_at?': 'date',
  'published_at?': 'date',
  'failed_at?': 'date',
  failure: 'string',
  'report?': { state: 'string', message: 'string', at: 'date' },
}

/** Whether the pages show what staff have changed, for staff. */
export async function getPublishing(): Promise<Publishing> {
  return read(await request('GET', '/api/publishing/'), publishing)
}

/** Has the pages built as soon as possible, and returns the state after that. */
export async function publish(): Promise<Publishing> {
  return read(await request('POST', '/api/publishing/'), publishing)
}
