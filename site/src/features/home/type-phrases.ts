import { reducedMotion, subscribeReducedMotion } from '../../lib/reduced-motion'

const typeDelay = 150
const fullDelay = 2000
const deleteDelay = 50

/** The characters of `text` as a reader counts them. */
export const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

const alive = new WeakSet<Element>()

/**
 * Types the phrases of the heading in `line` one after the other, for ever, from the first one in full. With reduced motion
 * the first phrase stays. The button in `line` stops the typing and resumes it. A line that is typed already goes on as it
 * does.
 */
export function typePhrases(line: HTMLElement): void {
  const [typed, button, icon] = ['[data-phrases] > *', 'button', 'button path'].map((part) =>
    line.querySelector(part),
  )
  if (!typed || !button || alive.has(line)) return
  alive.add(line)
  const text = line.querySelector<HTMLElement>('[data-phrases]')?.dataset['phrases'] ?? ''
  const phrases = text.split('\n').map(graphemes)
  let [running, deleting, index, timer] = [true, false, 0, 0]
  let phrase = phrases[0] ?? []
  let length = phrase.length

  const draw = () => {
    typed.textContent = (reducedMotion() ? (phrases[0] ?? []) : phrase.slice(0, length)).join('')
  }
  const schedule = () => {
    clearTimeout(timer)
    const complete = length === phrase.length
    if (running && !reducedMotion())
      timer = window.setTimeout(step, deleting ? deleteDelay : complete ? fullDelay : typeDelay)
  }
  const step = () => {
    if (!line.isConnected) return
    if (!deleting) {
      if (length < phrase.length) length += 1
      else deleting = true
    } else if (length > 1) length -= 1
    else {
      index = (index + 1) % phrases.length
      phrase = phrases[index] ?? []
      length = 0
      deleting = false
    }
    draw()
    schedule()
  }

  button.addEventListener('click', () => {
    running = !running
    button.setAttribute('aria-label', running ? 'Pause the typing' : 'Resume the typing')
    icon?.setAttribute('d', running ? pauseIcon : 'm7 5 11 7-11 7z')
    schedule()
  })
  subscribeReducedMotion(() => {
    draw()
    schedule()
  })
  schedule()
}

export const pauseIcon = 'M8 5v14m8-14v14'
