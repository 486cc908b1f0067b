import { say } from './say'
import { currentTheme, subscribeTheme, switchLabel, toggleTheme } from '../lib/theme'

/** Changes the theme. The label of its button names the theme that a press brings. */
export class ThemeSwitch extends HTMLElement {
  private unsubscribe = () => {}

  connectedCallback() {
    const button = this.querySelector('button')
    const label = () => button?.setAttribute('aria-label', say(switchLabel(currentTheme())))
    button?.addEventListener('click', toggleTheme)
    this.unsubscribe = subscribeTheme(label)
    label()
  }

  disconnectedCallback() {
    this.unsubscribe()
  }
}
