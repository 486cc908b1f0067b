/** Leaves for another page, or loads it anew, by a full page load. A seam, so that tests can watch it. */
export const browser = {
  goTo: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
}
