import { isStaff } from '../api/is-staff'
import { h } from '../lib/elements'
import { dashboardLink, staffGroups, type NavigationLink } from '../lib/navigation'
import { say } from './say'
import { pageSession } from '../session/page-session'
import { unauthenticated, type Session, type SessionState } from '../session/session'
import { backendLink, nameOf, offline, userBox } from './account-parts'
import { countVisit } from './count-visit'
import type { SiteHeader } from './site-header'

/** Shows the session in `slot`, in the menu, in the navigation and in the footer. `slot` has `anonymous` without one, and `loading` during its check. */
export function showAccount(slot: HTMLElement, anonymous: readonly Node[], loading: Node): void {
  const session = pageSession()
  const header = slot.closest<SiteHeader>('site-header')
  const dialog = header?.querySelector('dialog')
  const menu = part(dialog?.querySelector('nav'), 'hr ~ a')
  const menuLinks = part(dialog?.querySelector('hr'))
  const pages = part(header?.querySelector('nav ul'))
  const footer = part(document.querySelector('#site-links'), '[href="/login"]')

  const show = () => {
    const state = session.getSnapshot()
    slot.replaceChildren(...slotContent(state, anonymous, loading))
    pages(isStaff(state.user) ? [h('li', {}, linkTo(dashboardLink))] : [])
    footer(
      state.status === 'loading' ? [h('span', {}, say('Loading...'))] : [],
      state.status === 'unauthenticated',
    )
    showMenu()
  }
  // A closed menu shows the links for visitors who are not signed in.
  const showMenu = () => {
    const state = dialog?.open ? session.getSnapshot() : unauthenticated
    menuLinks(isStaff(state.user) ? staffLinks() : [])
    menu(
      menuContent(state, () => dialog?.close()),
      state.status === 'unauthenticated',
    )
    header?.markCurrent()
  }

  if (dialog) new MutationObserver(showMenu).observe(dialog, { attributeFilter: ['open'] })
  session.subscribe(show)
  show()
  if (header?.dataset['app'] === undefined) countUnlessStaff(session)
}

/** Counts the visit once the session is known, unless it is of staff. */
function countUnlessStaff({ getSnapshot, subscribe }: Session) {
  const stop = subscribe(() => {
    const { status, user } = getSnapshot()
    if (status === 'loading' || status === 'offline') return
    stop()
    if (!isStaff(user)) countVisit()
  })
}

/** Staff's screens are English. */
const linkTo = ({ to, label }: NavigationLink) => h('a', { href: to, lang: 'en' }, label)

const staffLinks = () =>
  staffGroups.flatMap(({ label, links }) => [
    h('p', { class: 'menu-group', lang: 'en' }, label),
    ...links.filter(({ isParent }) => !isParent).map((link) => linkTo(link.inMenu ?? link)),
  ])

/**
 * Returns what replaces the elements that it added to `parent` the last time: at its end, or before it if it is a rule. The
 * links that match `anonymous` are there for strangers only.
 */
function part(parent: Element | null | undefined, anonymous?: string) {
  const links = anonymous ? [...(parent?.querySelectorAll(anonymous) ?? [])] : []
  let added: readonly Element[] = []
  return (elements: readonly Element[], isAnonymous = true) => {
    for (const element of added) element.remove()
    added = elements
    if (parent instanceof HTMLHRElement) parent.before(...elements)
    else parent?.append(...elements)
    for (const link of links) link.toggleAttribute('hidden', !isAnonymous)
  }
}

function slotContent(
  { status, user }: SessionState,
  anonymous: readonly Node[],
  loading: Node,
): readonly Node[] {
  if (status === 'unauthenticated') return anonymous
  if (status === 'loading') return [loading]
  return [...(status === 'offline' ? offline() : []), ...(user ? [userBox(user)] : [])]
}

/** The end of the mobile menu: the session's state or the user. */
function menuContent({ status, user }: SessionState, close: () => void): Element[] {
  const content: Element[] = []
  if (status === 'loading') content.push(h('p', { role: 'status' }, say('Loading...')))
  if (status === 'offline') content.push(...offline())
  if (!user) return content
  const signOut = h('button', { type: 'button' }, say('Sign Out'))
  signOut.addEventListener('click', () => void pageSession().logout().then(close))
  content.push(h('p', {}, nameOf(user)))
  const links = [h('a', { href: '/profile' }, say('Profile')), ...backendLink(user), signOut]
  return [...content, h('div', { class: 'menu-end' }, ...links)]
}
