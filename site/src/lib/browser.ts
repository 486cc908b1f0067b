/** Leaves for another page, or loads it anew, by a full page load. An object, so that tests can replace its methods. */
export const browser = {
  goTo: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
}
