import { graphemes } from '../lib/graphemes'
import { say } from './say'
import { reducedMotion, subscribeReducedMotion } from '../lib/reduced-motion'

const typeDelay = 150
const fullDelay = 2000
const deleteDelay = 50

const pauseIcon = 'M8 5v14m8-14v14'
const resumeIcon = 'm7 5 11 7-11 7z'

/**
 * Types the phrases of its heading one after the other, without an end, from the first one in full. With reduced motion only the
 * first phrase is shown. Its button pauses the typing.
 */
export class PhraseTypewriter extends HTMLElement {
  private readonly stage = this.querySelector<HTMLElement>('[data-phrases]')
  private readonly phrases = (this.stage?.dataset['phrases'] ?? '').split('\n').map(graphemes)
  private index = 0
  private length = this.phrase.length
  private isRunning = true
  private isDeleting = false
  private timer = 0
  private unsubscribe = () => {}

  connectedCallback() {
    const button = this.querySelector('button')
    button?.addEventListener('click', () => {
      this.isRunning = !this.isRunning
      button.setAttribute('aria-label', say(this.isRunning ? 'Pause the typing' : 'Resume the typing'))
      button.querySelector('path')?.setAttribute('d', this.isRunning ? pauseIcon : resumeIcon)
      this.schedule()
    })
    this.unsubscribe = subscribeReducedMotion(() => {
      this.draw()
      this.schedule()
    })
    this.schedule()
  }

  disconnectedCallback() {
    clearTimeout(this.timer)
    this.unsubscribe()
  }

  private get phrase(): string[] {
    return this.phrases[this.index] ?? []
  }

  private draw() {
    const shown = reducedMotion() ? this.phrases[0] : this.phrase.slice(0, this.length)
    const typed = this.stage?.firstElementChild
    if (typed) typed.textContent = (shown ?? []).join('')
  }

  private schedule() {
    clearTimeout(this.timer)
    if (!this.isRunning || reducedMotion()) return
    const isComplete = this.length === this.phrase.length
    const delay = this.isDeleting ? deleteDelay : isComplete ? fullDelay : typeDelay
    this.timer = window.setTimeout(() => this.step(), delay)
  }

  private step() {
    if (!this.isDeleting) {
      if (this.length < this.phrase.length) this.length += 1
      else this.isDeleting = true
    } else if (this.length > 1) {
      this.length -= 1
    } else {
      this.index = (this.index + 1) % this.phrases.length
      this.length = 0
      this.isDeleting = false
    }
    this.draw()
    this.schedule()
  }
}
