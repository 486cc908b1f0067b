import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { CurrentCv } from './types'

/** The CV that visitors may download, for anybody. */
export async function getCurrentCv(): Promise<CurrentCv> {
  const cv = await request<unknown>('GET', '/api/documents/documents/current_cv/', {
    session: 'optional',
  })
  // A host that answers every path with a page must look like a failure, not like a missing CV.
  if (!isRecord(cv)) throw new ApiError(200, 'Unreadable answer')
  return cv as unknown as CurrentCv
}
