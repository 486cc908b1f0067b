/** The font for letters that the site's own fonts lack, such as Vietnamese or Yoruba ones. */
export const fallbackFont = {
  file: (style: 'normal' | 'italic') =>
    `inter-ui/variable/InterVariable${style === 'italic' ? '-Italic' : ''}.woff2`,
  licence: 'inter-ui/LICENSE.txt',
  /** Its design for running text. */
  axes: { opsz: 14 },
  /** What places marks on letters, and kerning. */
  features: ['kern', 'ccmp', 'mark', 'mkmk'],
  /** By which its letters look as large as Figtree's. */
  scale: 0.94,
}
