import { readPublic } from '../api/read-public'
import type { CurrentCv } from '../api/types'
import { say } from './say'

const address = '/api/documents/documents/current_cv/'
const reason = 'Failed to load current CV. Please try again later or contact the owner.'

/** Asks the API for the current CV and shows the link that downloads it, or why there is none. */
export class CvDownload extends HTMLElement {
  connectedCallback() {
    const [link, button] = this.parts()
    button.append(say('Loading CV...'))
    button.hidden = !link.hidden
    void this.load()
  }

  private async load() {
    try {
      const { download_url: url } = (await readPublic(address)).body as CurrentCv
      if (url) this.showLink(url)
      else this.showButton(say('No Current CV Found'))
    } catch {
      const status = this.querySelector('[role=status]')
      if (status) status.textContent = say(reason)
      this.showButton(say('CV Unavailable')).setAttribute('aria-describedby', status?.id ?? '')
    }
  }

  private showLink(url: string) {
    const [link, button] = this.parts()
    // A link that has the focus keeps it.
    link.href = url
    link.hidden = false
    button.hidden = true
  }

  private showButton(text: string): HTMLButtonElement {
    const [link, button] = this.parts()
    button.textContent = text
    button.hidden = false
    link.hidden = true
    return button
  }

  private parts() {
    const [link, button] = [this.querySelector('a'), this.querySelector('button')]
    if (!link || !button) throw new Error('<cv-download> needs a link and a button.')
    return [link, button] as const
  }
}
