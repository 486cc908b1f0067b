/**
 * The photos of a gallery. A press on one shows it large in a dialog, under its own address. The dialog's script is
 * fetched with the first photo; without it a photo is a link to its file.
 */
export class PhotoGallery extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a')
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      if (!link || !isPlain) return
      event.preventDefault()
      const own = `#${link.parentElement?.id ?? ''}`
      this.show(own, () => history.pushState({ isPhoto: true }, '', own))
    })
    const follow = () => {
      const { hash } = location
      this.show(hash)
      if (!/^#photo-\d+$/.test(hash) || document.getElementById(hash.slice(1))) return
      const pages = this.parentElement?.querySelectorAll<HTMLAnchorElement>('nav a:not([aria-current])') ?? []
      if (pages.length > 0) void import('./find-photo').then(({ findPhoto }) => findPhoto(hash, pages))
    }
    addEventListener('hashchange', follow)
    if (location.hash) follow()
  }

  /** Shows the photo of that hash, or none. `before` is called once the dialog can be shown. */
  private show(hash: string, before = () => {}) {
    const item = document.getElementById(hash.slice(1))
    const link = this.contains(item) ? (item?.querySelector('a') ?? null) : null
    if (!link && !this.querySelector('dialog[open]')) return
    import('./photo-dialog').then(
      ({ showPhoto }) => {
        before()
        showPhoto(this, link)
      },
      () => link && location.assign(link.href),
    )
  }
}
