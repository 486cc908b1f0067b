import type { Share } from '../../api/types'
import { formatDay, formatTime } from '../../ui/date-time'
import { IconFileText, IconId, IconLibraryPhoto, type Icon } from '../../ui/icons'
import { formatDate } from './until-field'

export const icons: Record<Share['kind'], Icon> = {
  document: IconFileText,
  gallery: IconLibraryPhoto,
  cv: IconId,
}

/** Who can open a share. */
export const forWhom = ({ access, email }: Pick<Share, 'access' | 'email'>): string =>
  access === 'address' ? email : access === 'registered' ? 'Registered visitors' : 'Anybody with the link'

/** When a share ends, or why it has ended. */
export function untilOf({ state, until, revoked_at }: Share): string {
  if (state === 'revoked' && revoked_at) return `Revoked ${formatDay(revoked_at)}`
  if (state === 'used_up') return 'All downloads used'
  if (state === 'deleted') return 'Deleted'
  return until ? formatDate(until) : 'No end'
}

/** When a share was opened last: the time of today, or a day. */
export function openedOn({ opened_at }: Share): string {
  if (!opened_at) return 'Never'
  const day = formatDay(opened_at)
  return day === formatDay(new Date()) ? `Today, ${formatTime(opened_at)}` : day
}
