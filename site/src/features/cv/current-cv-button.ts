import type { CurrentCv } from '../../api/types'

const known = new WeakSet<Element>()

/**
 * Shows in `box` the button that downloads the CV, or why it cannot, by what `ask` answers. A link that is there stays until
 * then. The attributes of `box` name the classes of what it shows. For a box that is taken care of already, nothing is done.
 */
export async function showCurrentCv(box: HTMLElement, ask: () => Promise<CurrentCv>): Promise<void> {
  if (known.has(box)) return
  known.add(box)
  const { link, button, spinner, failure } = box.dataset
  const showButton = (content: string, attributes = '') => {
    box.innerHTML = `<button type="button" class="${button}" aria-disabled="true" ${attributes}>${content}</button>`
  }
  if (!box.firstChild) showButton(`<span class="${spinner}"></span>Loading CV...`)
  try {
    const { download_url: url } = await ask()
    if (!url) {
      showButton('No Current CV Found')
      return
    }
    // A link that has the focus keeps it.
    if (!box.querySelector('a')) box.innerHTML = `<a class="${link}">Download CV (Current)</a>`
    box.querySelector('a')?.setAttribute('href', url)
  } catch {
    showButton('CV Unavailable', 'aria-describedby="cv-failure"')
    const reason = 'Failed to load current CV. Please try again later or contact the owner.'
    box.insertAdjacentHTML('beforeend', `<p id="cv-failure" role="status" class="${failure}">${reason}</p>`)
  }
}
