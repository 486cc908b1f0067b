import '../ui/modal.css'
import './menu-dialog.css'

/** Opens the menu beside `button`. Escape, a press beside it and its own button close it. */
export function showMenu(button: HTMLElement): void {
  const dialog = button.parentElement?.querySelector('dialog')
  if (!dialog || dialog.open) return
  const root = document.documentElement
  // The page behind loses its scroll bar, but not the room of one: nothing there may move.
  root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth)
  dialog.onclick = ({ target }) => {
    if (target === dialog || (target as Element).closest('[data-action=close]')) dialog.close()
  }
  dialog.showModal()
}
