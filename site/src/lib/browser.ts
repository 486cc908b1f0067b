/** Full page loads, as an object so that tests can replace them. */
export const browser = {
  goTo: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
}
