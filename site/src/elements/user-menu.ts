import { readTokens } from '../api/token-store'
import { say } from './say'

const events = ['storage', 'pageshow', 'online']

/** The links to sign in. Once a token is stored, in this tab or another, it loads the session's code; the app loads it at once. */
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
    const loading = document.createElement('span')
    loading.className = this.dataset['loading'] ?? ''
    loading.textContent = say('Loading...')
    if (isSignedIn) this.replaceChildren(loading)
    import('./account').then(
      ({ showAccount }) => showAccount(this, anonymous, loading),
      () => {
        // Without a network, the page shows the links to sign in.
        this.replaceChildren(...anonymous)
        addEventListener('online', this.follow, { once: true })
      },
    )
  }

  private ignore() {
    for (const event of events) removeEventListener(event, this.follow)
  }
}
