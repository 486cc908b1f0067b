import { fetchPublic, readPublic } from '../api/read-public'
import { store, storedObject } from '../lib/storage'

/** Milliseconds from asking for a time until the server accepts a message with it, and a little more. */
const wait = 3_200
const key = 'contact'

interface Values {
  name: string
  email: string
  message: string
}

type Control = (HTMLInputElement | HTMLTextAreaElement) & { name: keyof Values }

/**
 * The contact form. It sends the message in the background; without this script the browser posts the form. The
 * storage of the tab keeps the text until it is sent.
 */
export class ContactForm extends HTMLElement {
  private time: Promise<{ time: string; ready: number }> | undefined
  private isBusy = false

  connectedCallback() {
    const form = this.querySelector('form')
    if (!form) return
    const typed = storedObject(key, this.values(), 'sessionStorage')
    for (const control of this.controls()) control.value ||= typed[control.name]
    // Failures are reported when the message is sent.
    this.addEventListener('focusin', () => void this.getTime().catch(() => 0), { once: true })
    form.addEventListener('input', ({ target }) => {
      store(key, JSON.stringify(this.values()), 'sessionStorage')
      this.mark(target as Control, false)
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!this.isBusy) void this.submit(form)
    })
  }

  private async submit(form: HTMLFormElement) {
    this.show(undefined)
    this.setBusy(true)
    try {
      const { status, errors } = await this.send(form)
      if (status < 300) this.finish(form)
      else if (status === 400) this.refuse(errors)
      else this.show(status === 429 ? 'throttled' : 'failed')
    } catch {
      this.show('failed')
    } finally {
      this.setBusy(false)
    }
  }

  /** Sends it once more if its time has expired. */
  private async send(form: HTMLFormElement, isFirst = true): Promise<{ status: number; errors: object }> {
    const { time, ready } = await this.getTime()
    await new Promise((resolve) => setTimeout(resolve, ready - Date.now()))
    const website = new FormData(form).get('website')
    const body = JSON.stringify({ ...this.values(), website, time })
    const response = await fetchPublic('/api/messages/', { method: 'POST', credentials: 'omit', body })
    const errors = response.status === 400 ? ((await response.json()) as object) : {}
    if (!isFirst || !('time' in errors)) return { status: response.status, errors }
    this.time = undefined
    return this.send(form, false)
  }

  /** The time that the server signed when the visitor began to type. */
  private getTime() {
    this.time ??= readPublic('/api/messages/time/').then(({ body }) => {
      return { time: (body as { time: string }).time, ready: Date.now() + wait }
    })
    // The next attempt asks again.
    this.time.catch(() => (this.time = undefined))
    return this.time
  }

  private finish(form: HTMLFormElement) {
    store(key, null, 'sessionStorage')
    const values = this.values()
    const sent = this.querySelector('template')?.content.cloneNode(true) as DocumentFragment
    const texts = document.createTreeWalker(sent, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = (text.nodeValue ?? '').replace(
        /%(name|email)%/g,
        (_, name: keyof Values) => values[name],
      )
    form.replaceWith(sent)
    this.querySelector('h2')?.focus()
  }

  private refuse(errors: object) {
    const wrong = this.controls().filter(({ name }) => name in errors)
    for (const control of wrong) this.mark(control, true)
    this.show(wrong.length > 0 ? 'invalid' : 'failed')
    wrong[0]?.focus()
  }

  private mark(control: Control, isWrong: boolean) {
    const error = document.getElementById(`${control.id}-error`)
    if (!error) return
    error.hidden = !isWrong
    for (const [name, value] of [
      ['aria-invalid', 'true'],
      ['aria-describedby', error.id],
    ] as const)
      if (isWrong) control.setAttribute(name, value)
      else control.removeAttribute(name)
  }

  /** Shows one of the alerts, or none. */
  private show(name: string | undefined) {
    for (const alert of this.querySelectorAll<HTMLElement>('[data-alert]'))
      alert.hidden = alert.dataset['alert'] !== name
  }

  private setBusy(isBusy: boolean) {
    this.isBusy = isBusy
    const button = this.querySelector('button')
    button?.setAttribute('aria-disabled', String(isBusy))
    button?.querySelectorAll('span').forEach((label, index) => (label.hidden = isBusy === (index === 0)))
  }

  private values() {
    return Object.fromEntries(this.controls().map(({ name, value }) => [name, value])) as unknown as Values
  }

  private controls() {
    return [...this.querySelectorAll<Control>('[id^=contact-]:not(p)')]
  }
}

customElements.define('contact-form', ContactForm)
