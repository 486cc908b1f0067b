/**
 * Makes jsdom's dialogs behave like a browser's: a modal focuses its first control, Escape dispatches `cancel` and closes
 * it unless that is prevented, and a closed one dispatches `close` and returns the focus.
 */
export function fakeDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.show = HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    // A browser does it in a later task.
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const dialogs = document.querySelectorAll('dialog[open]')
    const top = dialogs[dialogs.length - 1]
    if (key !== 'Escape' || defaultPrevented || !(top instanceof HTMLDialogElement)) return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}
