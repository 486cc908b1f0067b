import { isStaff } from '../api/is-staff'
import { h } from '../lib/elements'
import { adminLinks, dashboardLink, type NavigationLink } from '../lib/navigation'
import { pageSession } from '../session/page-session'
import type { SessionState } from '../session/session'
import { backendLink, nameOf, offline, userBox } from './account-parts'
import type { SiteHeader } from './site-header'
import { skeleton } from './user-menu'

/** Shows the session in `slot`, in the menu, in the navigation and in the footer. `anonymous` is what `slot` has without one. */
export function showAccount(slot: HTMLElement, anonymous: readonly Node[]): void {
  const header = slot.closest<SiteHeader>('site-header')
  const pages = header?.querySelector('nav ul')
  const menu = header?.querySelector('dialog nav')
  const rule = menu?.querySelector('hr')
  const menuEnd = [...(menu?.querySelectorAll('hr ~ a') ?? [])]
  const footer = document.querySelector('#site-links')
  const footerLogin = footer?.querySelector('[href="/login"]')
  const session = pageSession()
  let added: Element[] = []

  const add = (element: Element, place: (element: Element) => void) => {
    place(element)
    added.push(element)
  }

  const show = () => {
    const state = session.getSnapshot()
    for (const element of added) element.remove()
    added = []
    slot.replaceChildren(...slotContent(state, slot, anonymous))
    if (isStaff(state.user)) {
      add(h('li', {}, linkTo(dashboardLink)), (item) => pages?.append(item))
      for (const link of [dashboardLink, ...adminLinks]) add(linkTo(link), (item) => rule?.before(item))
    }
    const isAnonymous = state.status === 'unauthenticated'
    for (const link of [...menuEnd, footerLogin]) link?.toggleAttribute('hidden', !isAnonymous)
    for (const part of menuContent(state, () => header?.closeMenu())) add(part, (item) => menu?.append(item))
    if (state.status === 'loading') add(h('span', {}, 'Loading...'), (item) => footer?.append(item))
    header?.markCurrent()
  }

  session.subscribe(show)
  show()
}

const linkTo = ({ to, label }: NavigationLink) => h('a', { href: to }, label)

function slotContent({ status, user }: SessionState, slot: HTMLElement, anonymous: readonly Node[]): readonly Node[] {
  if (status === 'unauthenticated') return anonymous
  if (status === 'loading') return [skeleton(slot)]
  return [...(status === 'offline' ? offline() : []), ...(user ? [userBox(user)] : [])]
}

/** What the mobile menu shows below the pages, but for the links to sign in. */
function menuContent({ status, user }: SessionState, close: () => void): Element[] {
  const content: Element[] = []
  if (status === 'loading') content.push(h('p', { role: 'status' }, 'Loading...'))
  if (status === 'offline') content.push(...offline())
  if (!user) return content
  const signOut = h('button', { type: 'button' }, 'Sign Out')
  signOut.addEventListener('click', () => void pageSession().logout().then(close))
  content.push(h('p', {}, nameOf(user)), h('a', { href: '/profile' }, 'Profile'))
  return [...content, ...backendLink(user), signOut]
}
