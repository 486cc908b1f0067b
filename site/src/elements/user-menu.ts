import { readTokens } from '../api/token-store'

const events = ['storage', 'pageshow', 'online']

/**
 * The header's links to sign in, as they were built. Once a token is stored, here or by another tab, it fetches the code that
 * shows who is signed in. The app's document fetches it at once.
 */
export class UserMenu extends HTMLElement {
  connectedCallback() {
    for (const event of events) addEventListener(event, this.follow)
    this.follow()
  }

  disconnectedCallback() {
    this.ignore()
  }

  private readonly follow = () => {
    const isSignedIn = readTokens().access !== null
    if (!isSignedIn && !this.closest('[data-app]')) return
    this.ignore()
    const anonymous = [...this.childNodes]
    if (isSignedIn) this.replaceChildren(skeleton(this))
    import('./account').then(
      ({ showAccount }) => showAccount(this, anonymous),
      () => {
        // Without a network the page stays a stranger's, until one is back.
        this.replaceChildren(...anonymous)
        addEventListener('online', this.follow, { once: true })
      },
    )
  }

  private ignore() {
    for (const event of events) removeEventListener(event, this.follow)
  }
}

/** What `slot` shows while the session is being checked. */
export function skeleton(slot: HTMLElement): HTMLElement {
  const skeleton = document.createElement('span')
  skeleton.className = slot.dataset['loading'] ?? ''
  skeleton.textContent = 'Loading...'
  return skeleton
}
