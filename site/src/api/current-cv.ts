import { request } from './client'

/** The CV that anybody may download. */
export const getCurrentCv = () =>
  request('GET', '/api/documents/documents/current_cv/', { session: 'optional' })
