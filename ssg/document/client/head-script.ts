/**
 * The inline script in the head of every document. It applies the saved theme before the first paint, and
 * shows the message of a document that is empty without its script when the script cannot be loaded.
 */
declare const DARK_CANVAS: string

const applySavedTheme = () => {
  if (localStorage.getItem('theme') != 'dark') return
  const root = document.documentElement
  root.classList.add('dark')
  root.style.colorScheme = 'dark'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', DARK_CANVAS)
}

try {
  applySavedTheme()
} catch {
  // The browser may refuse access to its storage.
}

// A failed request of an element does not bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.querySelector('#failure')?.removeAttribute('hidden')
  },
  true,
)
