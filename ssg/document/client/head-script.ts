/** The inline script in the head of every document: applies the saved theme before the first paint. */
declare const DARK_CANVAS: string

const applySavedTheme = () => {
  if (localStorage.getItem('theme') != 'dark') return
  document.documentElement.classList.add('dark')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', DARK_CANVAS)
}

try {
  applySavedTheme()
} catch {
  // The browser may refuse access to its storage.
}
