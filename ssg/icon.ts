/** The icon of the browser's tab: the owner's first initial in the hexagon of the page's mark. */
export function iconSvg(initials: string): string {
  const letter = Array.from(initials)[0] ?? ''
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<path fill="#f2b01e" d="M16 1l13 7.5v15L16 31 3 23.5v-15z"/>' +
    '<text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="17" font-weight="700" ' +
    `fill="#2a1d00">${letter}</text></svg>`
  )
}
