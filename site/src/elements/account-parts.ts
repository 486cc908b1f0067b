import { isStaff } from '../api/is-staff'
import type { User } from '../api/types'
import { h, pathIcon } from '../lib/elements'
import { fullName } from '../lib/full-name'
import { say } from './say'
import { pageSession } from '../session/page-session'
import { buttonClass } from '../ui/button-class'
import icons from '../ui/path-icon.module.css'
import styles from './account.module.css'

const small = `${icons['icon'] ?? ''} ${icons['small'] ?? ''}`
const external = 'M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5'

/** Says that the API did not answer the session check, with a button that checks again. */
export function offline(): Element[] {
  const status = h('p', { role: 'status', class: styles.offline }, say('Offline'))
  const retry = h(
    'button',
    { type: 'button', class: buttonClass({ variant: 'quiet' }), 'aria-label': say('Try again') },
    h('span', {}, say('Try again')),
    pathIcon('M20 11a8.1 8.1 0 0 0-15.5-2m-.5-4v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4', small),
  )
  let isPending = false
  const setPending = (pending: boolean) => {
    isPending = pending
    status.textContent = say(pending ? 'Loading...' : 'Offline')
    retry.setAttribute('aria-disabled', String(pending))
  }
  retry.addEventListener('click', () => {
    if (isPending) return
    setPending(true)
    void pageSession()
      .check()
      .finally(() => setPending(false))
  })
  return [status, retry]
}

/** The user's own menu, behind a button with their name. */
export function userBox(user: User): HTMLElement {
  const id = 'UserMenu'
  const signOut = h(
    'button',
    { type: 'button' },
    say('Sign Out'),
    pathIcon(
      'M14 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2m-5-4h12m-3-3 3 3-3 3',
      small,
    ),
  )
  signOut.addEventListener('click', () => void pageSession().logout())
  const profile = h(
    'a',
    { href: '/profile' },
    say('Profile'),
    pathIcon('M8 7a4 4 0 1 0 8 0 4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2', small),
  )
  const items = [profile, ...backendLink(user), signOut].map((item) => h('li', {}, item))
  const name = fullName(user)
  const identity = h('p', { class: styles.identity }, h('strong', {}, name), h('span', {}, user.email))
  const menu = h(
    'div',
    { id, popover: 'auto', class: styles.menu },
    identity,
    h('ul', { class: 'nav-links', 'aria-label': say('Account') }, ...items),
  )
  const button = h(
    'button',
    { type: 'button', class: buttonClass({}, styles.name), popovertarget: id },
    h('b', { 'aria-hidden': 'true' }, initialsOf(user)),
    h('span', {}, nameOf(user)),
    pathIcon('m6 9 6 6 6-6', small),
  )
  const box = h('div', { class: styles.box }, button, menu)
  box.addEventListener('focusout', ({ relatedTarget }) => {
    // Nothing has the focus in another window, or after a press beside the menu, which closes it already.
    if (relatedTarget && !box.contains(relatedTarget as Node)) menu.hidePopover()
  })
  return box
}

export const nameOf = ({ first_name, email }: User) => first_name || email

const initialsOf = ({ first_name, last_name, email }: User) =>
  (first_name.charAt(0) + last_name.charAt(0) || email.charAt(0)).toUpperCase()

export function backendLink(user: User): Element[] {
  const address = user.backend_admin_url
  if (!isStaff(user) || !address) return []
  const attributes = { href: address, target: '_blank', rel: 'noopener' }
  return [h('a', attributes, say('Backend admin'), pathIcon(external, small))]
}
