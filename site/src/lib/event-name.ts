/** The names of events that the API names differently. */
const eventNames: Record<string, string> = {
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'refresh reused': 'Session token reused',
  'reset requested': 'Password reset requested',
  'reset done': 'Password reset',
  'reauthentication refused': 'Confirmation refused',
  'staff given': 'Staff access granted',
  'staff taken': 'Staff access removed',
  activated: 'Account activated',
  deactivated: 'Account deactivated',
  'marked current': 'Document made current',
  'texts published': 'Content published',
  'texts scheduled': 'Content scheduled',
  'schedule cancelled': 'Publication cancelled',
  purged: 'Permanently deleted',
  'mail forgotten': 'Mail discarded',
  'throttle lifted': 'Limit cleared',
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names an event in the past tense. */
export const eventName = (action: string) =>
  eventNames[action] ?? capitalised(action.replace(/^image /, 'photo '))
