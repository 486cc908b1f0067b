/** Leaves for another page, or loads it anew, by a full page load. An object, so that tests can replace its methods. */
export const browser = {
  goTo: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
  /** Whether this document was loaded anew, less than a minute ago. */
  wasReloaded: (): boolean =>
    performance.now() < 60_000 &&
    performance.getEntriesByType('navigation').some((load) => 'type' in load && load.type === 'reload'),
}
