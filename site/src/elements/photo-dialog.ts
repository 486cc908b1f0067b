import '../ui/modal.css'
import './photo-dialog.css'

/** How far a finger moves at least to step on, in pixels. */
const swipe = 40
const copiedFor = 2_000

const dialogs = new WeakMap<HTMLElement, PhotoDialog>()

/** Shows a photo of the gallery in its dialog, or closes that for null. */
export function showPhoto(gallery: HTMLElement, link: HTMLAnchorElement | null): void {
  let dialog = dialogs.get(gallery)
  if (!dialog) {
    dialog = new PhotoDialog(gallery)
    dialogs.set(gallery, dialog)
  }
  if (link) dialog.open(link)
  else dialog.close()
}

class PhotoDialog {
  private readonly gallery: HTMLElement
  private readonly links: HTMLAnchorElement[]
  private readonly dialog: HTMLDialogElement
  private readonly stage: HTMLElement
  private readonly copyLabel: string
  private current = 0

  constructor(gallery: HTMLElement) {
    this.gallery = gallery
    this.links = [...gallery.querySelectorAll<HTMLAnchorElement>('li > a')]
    this.dialog = gallery.querySelector('dialog') ?? document.createElement('dialog')
    this.stage = this.find('.photo-stage')
    this.copyLabel = this.find('[data-action=copy] span').textContent
    this.dialog.onclick = ({ target }) => this.press(target as Element)
    this.dialog.onkeydown = (event) => this.key(event)
    this.dialog.onclose = () => this.leave()
    let start: Touch | undefined
    this.stage.addEventListener(
      'touchstart',
      ({ touches }) => (start = touches[1] ? undefined : touches[0]),
      {
        passive: true,
      },
    )
    this.stage.addEventListener('touchend', ({ changedTouches: [end] }) => {
      // A visitor who has zoomed in moves the photo.
      if (!start || !end || (visualViewport?.scale ?? 1) > 1) return
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY]
      if (Math.abs(x) > Math.max(swipe, Math.abs(y))) this.step(x < 0 ? 1 : -1)
    })
    if (!('clipboard' in navigator)) this.button('copy').hidden = true
  }

  open(link: HTMLAnchorElement) {
    if (!this.dialog.open) this.dialog.showModal()
    this.show(this.links.indexOf(link))
    const next = this.button('next')
    ;(next.ariaDisabled === 'true' ? this.button('previous') : next).focus()
  }

  close() {
    this.dialog.close()
  }

  private find(selector: string) {
    return this.dialog.querySelector<HTMLElement>(selector) ?? this.dialog
  }

  private button(action: string) {
    return this.find(`[data-action=${action}]`)
  }

  private press(target: Element) {
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action']
    if (action === 'close' || target === this.stage) this.close()
    else if (action === 'retry') this.show(this.current)
    else if (action === 'copy') void this.copy()
    else if (action) this.step(action === 'next' ? 1 : -1)
  }

  private key(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (key === 'ArrowRight') this.step(1)
    else if (key === 'ArrowLeft') this.step(-1)
    else if (key === 'Home') this.go(0)
    else if (key === 'End') this.go(this.links.length - 1)
    else return
    event.preventDefault()
  }

  /** The next photo, or the one before; at the end of a page that of its neighbour. */
  private step(by: 1 | -1) {
    const { previous, next } = this.gallery.dataset
    const elsewhere = by > 0 ? next : previous
    if (this.links[this.current + by]) this.go(this.current + by)
    else if (elsewhere) location.assign(elsewhere)
  }

  private go(index: number) {
    this.show(index)
    history.replaceState(history.state, '', this.hash())
  }

  private hash() {
    return `#${this.links[this.current]?.parentElement?.id ?? ''}`
  }

  private show(index: number) {
    const link = this.links[index]
    const thumbnail = link?.querySelector('img')
    if (!link || !thumbnail) return
    this.current = index
    const { name = '', first = '1', total = '', previous, next } = this.gallery.dataset
    this.find('[role=status]').textContent = `${name}, ${Number(first) + index} of ${total}`
    this.button('previous').ariaDisabled = String(index === 0 && !previous)
    this.button('next').ariaDisabled = String(index === this.links.length - 1 && !next)
    const caption = [...link.children]
      .filter((child) => child !== thumbnail)
      .map((child) => child.cloneNode(true))
    this.find('.photo-caption').replaceChildren(...caption)
    this.load(link, thumbnail)
    for (const neighbour of [this.links[index + 1], this.links[index - 1]])
      if (neighbour) new Image().src = neighbour.href
  }

  /** Shows the thumbnail as large as the photo, until that has loaded. */
  private load(link: HTMLAnchorElement, thumbnail: HTMLImageElement) {
    const failure = this.find('[role=alert]')
    failure.hidden = true
    const before = new Image()
    before.alt = ''
    before.src = thumbnail.currentSrc || thumbnail.src
    const photo = new Image()
    photo.alt = thumbnail.alt
    photo.onload = () => (photo.dataset['loaded'] = '')
    photo.onerror = () => {
      if (photo.isConnected) failure.hidden = false
    }
    photo.src = link.href
    const [width, height] = ['width', 'height'].map((side) => Number(thumbnail.getAttribute(side)))
    this.stage.style.setProperty('--width', `${width}px`)
    this.stage.style.setProperty('--ratio', `${width} / ${height}`)
    this.stage.replaceChildren(before, photo)
  }

  private async copy() {
    const label = this.find('[data-action=copy] span')
    try {
      await navigator.clipboard.writeText(location.href)
    } catch {
      return // The browser has said why.
    }
    // A button's new label is not announced.
    const status = this.find('p[data-copied]')
    label.textContent = status.textContent = 'Copied'
    label.dataset['copied'] = ''
    setTimeout(() => {
      label.textContent = this.copyLabel
      status.textContent = ''
      delete label.dataset['copied']
    }, copiedFor)
  }

  /** Takes the photo out of the address, and shows its thumbnail. */
  private leave() {
    const link = this.links[this.current]
    const focus = () => link?.focus()
    focus()
    if (location.hash !== this.hash()) return
    if ((history.state as { isPhoto?: boolean } | null)?.isPhoto) {
      // Going back restores the place on the page where the first photo was opened.
      addEventListener('hashchange', () => link?.scrollIntoView({ block: 'nearest' }), { once: true })
      history.back()
    } else history.replaceState(null, '', location.pathname + location.search)
  }
}
