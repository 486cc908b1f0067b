import { request } from './client'
import { read } from './shape'
import type { CurrentCv } from './types'

/** The CV that visitors may download, for anybody. */
export async function getCurrentCv(): Promise<CurrentCv> {
  const cv = await request('GET', '/api/documents/documents/current_cv/', { session: 'optional' })
  return read<CurrentCv>(cv, { 'download_url?': 'string', 'name?': 'string' })
}
