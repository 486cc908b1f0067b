import '../ui/modal.css'
import './photo-dialog.css'
import { say } from './say'

/** How far a finger moves at least to step on, in pixels. */
const swipe = 40
const copiedFor = 2_000
/** How far a key zooms, and a double click at most. */
const zoomStep = 1.5
const doubleClickZoom = 3
/** How far an arrow key moves a photo that is larger than the screen, in pixels. */
const arrowStep = 80

/** The direction in which each arrow key moves a zoomed photo. */
const moves: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The step to the photo on the right: in right-to-left pages that is the one before. */
const right = () => (document.dir === 'rtl' ? -1 : 1)

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
  /** Of the photo on the stage; 1 shows it whole. */
  private zoom = 1
  /** The width of its largest file. */
  private width = 1

  constructor(gallery: HTMLElement) {
    this.gallery = gallery
    this.links = [...gallery.querySelectorAll<HTMLAnchorElement>('li > a')]
    this.dialog = gallery.querySelector('dialog') ?? document.createElement('dialog')
    this.stage = this.find('.photo-stage')
    this.copyLabel = this.find('[data-action=copy] span').textContent
    this.dialog.onclick = ({ target }) => this.press(target as Element)
    this.dialog.onkeydown = (event) => this.key(event)
    this.dialog.onclose = () => this.leave()
    this.swipe()
    this.pinch()
    this.stage.ondblclick = (event) => this.zoomTo(this.zoom > 1 ? 1 : doubleClickZoom, event)
    this.stage.onpointermove = ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType === 'mouse' && buttons === 1) this.stage.scrollBy(-movementX, -movementY)
    }
    this.stage.ondragstart = () => false
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

  private swipe() {
    let start: Touch | undefined
    this.stage.addEventListener(
      'touchstart',
      ({ touches }) => (start = touches[1] ? undefined : touches[0]),
      { passive: true },
    )
    this.stage.addEventListener('touchend', ({ changedTouches: [end] }) => {
      // A visitor who has zoomed in moves the photo.
      if (!start || !end || this.zoom > 1 || (visualViewport?.scale ?? 1) > 1) return
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY]
      if (Math.abs(x) > Math.max(swipe, Math.abs(y))) this.step(x < 0 ? right() : -right())
    })
  }

  /** Two fingers on a screen, and on a touchpad, of which browsers make a wheel with Ctrl. */
  private pinch() {
    let before = 0
    this.stage.addEventListener('touchmove', (event) => {
      const [a, b] = event.touches
      if (!a || !b) return void (before = 0)
      event.preventDefault()
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      const clientX = (a.clientX + b.clientX) / 2
      const clientY = (a.clientY + b.clientY) / 2
      if (before > 0) this.zoomTo((this.zoom * distance) / before, { clientX, clientY })
      before = distance
    })
    this.stage.addEventListener('touchend', () => (before = 0))
    this.stage.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      this.zoomTo(this.zoom * Math.exp(-event.deltaY / 100), event)
    })
  }

  /** Zooms from the whole photo up to its largest file; the point `at`, by default the middle, keeps its place. */
  private zoomTo(zoom: number, at?: { clientX: number; clientY: number }) {
    const { stage, width } = this
    const photo = stage.querySelector<HTMLImageElement>('img + img')
    const whole = (photo?.getBoundingClientRect().width ?? 0) / this.zoom || width
    this.zoom = Math.min(Math.max(zoom, 1), width / whole)
    const box = stage.getBoundingClientRect()
    const [x, y] = at ? [at.clientX, at.clientY] : [box.x + box.width / 2, box.y + box.height / 2]
    const before = photo?.getBoundingClientRect() ?? box
    stage.style.setProperty('--zoom', `${this.zoom}`)
    stage.toggleAttribute('data-zoomed', this.zoom > 1)
    // What scrolls takes the focus; after a reset it keeps it.
    stage.tabIndex = this.zoom > 1 ? 0 : -1
    const after = photo?.getBoundingClientRect() ?? box
    const grown = after.width / (before.width || 1)
    stage.scrollLeft += after.x + (x - before.x) * grown - x
    stage.scrollTop += after.y + (y - before.y) * grown - y
    const reset = this.button('reset')
    if (this.zoom === 1 && reset === document.activeElement) this.button('close').focus()
    reset.hidden = this.zoom === 1
    // The browser fetches a larger file for a larger size.
    if (photo) photo.sizes = `${Math.ceil(whole * this.zoom)}px`
  }

  private find(selector: string) {
    return this.dialog.querySelector<HTMLElement>(selector) ?? this.dialog
  }

  private button(action: string) {
    return this.find(`[data-action=${action}]`)
  }

  private press(target: Element) {
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action']
    if (action === 'close' || (target === this.stage && this.zoom === 1)) this.close()
    else if (action === 'retry') this.show(this.current)
    else if (action === 'copy') void this.copy()
    else if (action === 'reset') this.zoomTo(1)
    else if (action) this.step(action === 'next' ? 1 : -1)
  }

  private key(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    const move = this.zoom > 1 ? moves[key] : undefined
    if (move) this.stage.scrollBy(move[0] * arrowStep, move[1] * arrowStep)
    else if (key === '+' || key === '=') this.zoomTo(this.zoom * zoomStep)
    else if (key === '-') this.zoomTo(this.zoom / zoomStep)
    else if (key === '0') this.zoomTo(1)
    else if (key === 'ArrowRight') this.step(right())
    else if (key === 'ArrowLeft') this.step(-right())
    else if (key === 'Home') this.go(0)
    else if (key === 'End') this.go(this.links.length - 1)
    else return
    event.preventDefault()
  }

  /** The next photo, or the one before; at the end of a page that of its neighbour. */
  private step(by: number) {
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
    this.find('[role=status]').textContent = `${name}, ${Number(first) + index} ${say('of')} ${total}`
    this.button('previous').ariaDisabled = String(index === 0 && !previous)
    this.button('next').ariaDisabled = String(index === this.links.length - 1 && !next)
    const caption = [...link.children]
      .filter((child) => child !== thumbnail)
      .map((child) => child.cloneNode(true))
    this.find('.photo-caption').replaceChildren(...caption)
    this.load(link, thumbnail)
    for (const neighbour of [this.links[index + 1], this.links[index - 1]]) {
      const image = neighbour?.querySelector('img')
      if (image) this.photoOf(image)
    }
  }

  /** The photo of a thumbnail, in the file that the browser chooses for the stage. */
  private photoOf(thumbnail: HTMLImageElement) {
    const [width = 1, height = 1] = ['width', 'height'].map((side) => Number(thumbnail.getAttribute(side)))
    const { clientWidth, clientHeight } = this.stage
    const photo = new Image()
    photo.alt = thumbnail.alt
    photo.sizes = `${Math.ceil(Math.min(clientWidth, (clientHeight * width) / height, width) || width)}px`
    photo.srcset = thumbnail.srcset
    return { photo, width, height }
  }

  /** Shows the thumbnail as large as the photo, until that has loaded. */
  private load(link: HTMLAnchorElement, thumbnail: HTMLImageElement) {
    const failure = this.find('[role=alert]')
    failure.hidden = true
    const before = new Image()
    before.alt = ''
    before.src = thumbnail.currentSrc || thumbnail.src
    const { photo, width, height } = this.photoOf(thumbnail)
    photo.onload = () => (photo.dataset['loaded'] = '')
    photo.onerror = () => {
      if (photo.isConnected) failure.hidden = false
    }
    photo.src = link.href
    this.width = width
    this.stage.style.setProperty('--width', `${width}px`)
    this.stage.style.setProperty('--ratio', `${width} / ${height}`)
    this.stage.replaceChildren(before, photo)
    this.zoomTo(1)
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
    label.textContent = status.textContent = say('Copied')
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
