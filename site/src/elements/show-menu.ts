import '../ui/modal.css'
import './menu-dialog.css'
import { isOutside } from '../lib/press'

/** Opens the menu beside `button`. Escape, a press beside it and its own button close it. */
export function showMenu(button: HTMLElement): void {
  const dialog = button.parentElement?.querySelector('dialog')
  if (!dialog || dialog.open) return
  const root = document.documentElement
  // The page behind loses its scroll bar, but not the room of one: nothing there may move.
  root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth)
  let pressedOutside = false
  dialog.onmousedown = (event) => {
    pressedOutside = isOutside(event, dialog)
  }
  dialog.onclick = (event) => {
    const isClosing = (event.target as Element).closest('[data-action=close]') !== null
    if (isClosing || (pressedOutside && isOutside(event, dialog))) dialog.close()
  }
  dialog.onclose = () => button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-expanded', 'true')
  dialog.showModal()
}
