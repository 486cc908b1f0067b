import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { Figures } from './types'

/** How the site stands, for staff. */
export async function getFigures(): Promise<Figures> {
  const figures = await request<unknown>('GET', '/api/dashboard/')
  if (!isRecord(figures)) throw new ApiError(200, 'Unreadable answer')
  return figures as unknown as Figures
}
