/** Fetches the menu's style, ahead of its opening. */
export const fetchMenu = () => import('./show-menu')

/** Opens the menu beside `button`. */
export function openMenu(button: HTMLElement): void {
  fetchMenu().then(
    ({ showMenu }) => showMenu(button),
    // Without a network the links in the footer do the same.
    () => location.assign('#site-links'),
  )
}
