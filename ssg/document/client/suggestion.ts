/**
 * The inline script after the suggestions of other languages: shows the one in the first language of the browser that the
 * site has, before the first paint, unless the visitor declined on this device.
 */
try {
  const key = 'languages'
  const suggestions = [...document.querySelectorAll<HTMLElement>('[data-language]')]
  const page = document.documentElement.lang
  const isIn = (code: string, wanted: string) =>
    wanted === code || wanted.split('-')[0] === code.split('-')[0]
  const wanted = navigator.languages.find((language) =>
    [page, ...suggestions.map(({ dataset }) => dataset['language'] ?? '')].some((code) =>
      isIn(code, language),
    ),
  )
  const shown =
    wanted !== undefined && !isIn(page, wanted) && localStorage.getItem(key) !== 'declined'
      ? suggestions.find(({ dataset }) => isIn(dataset['language'] ?? '', wanted))
      : undefined
  if (shown) {
    shown.hidden = false
    shown.querySelector('button')?.addEventListener('click', () => {
      shown.hidden = true
      localStorage.setItem(key, 'declined')
    })
  }
} catch {
  // The browser may refuse access to its storage.
}
