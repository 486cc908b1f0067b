import { loadLettering, type FontName, type Lettering } from './lettering.ts'

/** The text on the picture in the preview of a link. */
export interface PictureText {
  name: string
  /** What the page is called; the owner's name on the first page. */
  title: string
  tagline: string
  role: string
  /** The site's address, without its protocol. */
  address: string
}

export const pictureSize = { width: 1200, height: 630 }

const colours = {
  background: '#101935',
  cell: '#1c2850',
  edge: '#2f3f7a',
  accent: '#f2b01e',
  light: '#fff',
  soft: '#b4bfd0',
}
const left = 80
const column = 690

/** The picture as a PNG of few colours, the same on every machine. */
export async function drawPicture(words: PictureText): Promise<Buffer> {
  const letters = await loadLettering(Object.values(words).join(''))
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(pictureSvg(words, letters)))
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer()
}

function pictureSvg({ name, title, tagline, role, address }: PictureText, letters: Lettering): string {
  const { width, height } = pictureSize
  const above = fit(title === name ? role : name, 'strong', [32, 28, 24], letters, 1)
  const heading = fit(title, 'strong', [104, 92, 80, 68], letters)
  const claim = fit(tagline, 'quote', [50, 44, 38], letters)
  const headingHeight = heading.lines.length * heading.size * 1.08
  const claimHeight = claim.lines.length * claim.size * 1.22
  // Both blocks together stand in the middle of what the mark above and the line below leave.
  const top = 325 - (headingHeight + 40 + claimHeight) / 2
  const lines = (block: Block, y: number, step: number, font: FontName, fill: string, x: number) =>
    block.lines.map((line, index) =>
      letters.textSvg(line, { font, size: block.size, x, y: y + index * block.size * step, fill }),
    )
  const claimTop = top + headingHeight + 40
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<path fill="${colours.background}" d="M0 0h${width}v${height}H0z"/>`,
    honeycomb(),
    `<path fill="${colours.accent}" d="${hexagon(left + 22, 92, 25)}"/>`,
    letters.textSvg(above.lines[0] ?? '', {
      font: 'strong',
      size: above.size,
      x: left + 62,
      y: 92 + above.size * 0.35,
      fill: colours.light,
    }),
    ...lines(heading, top + heading.size * 0.82, 1.08, 'strong', colours.light, left - 4),
    `<path fill="${colours.accent}" d="M${left} ${claimTop + 4}h5v${claimHeight - 4}h-5z"/>`,
    ...lines(claim, claimTop + claim.size * 0.86, 1.22, 'quote', colours.soft, left + 30),
    letters.textSvg(address, { font: 'plain', size: 28, x: left, y: 556, fill: colours.soft }),
    '</svg>',
  ].join('')
}

interface Block {
  lines: string[]
  size: number
}

/** The largest of `sizes` at which the words take `most` lines; of the smallest, one line more. */
function fit(words: string, font: FontName, sizes: readonly number[], letters: Lettering, most = 2): Block {
  let block: Block = { lines: [], size: 0 }
  for (const size of sizes) {
    block = { lines: wrap(words, (line) => letters.measure(line, font, size) <= column), size }
    if (block.lines.length <= most) return block
  }
  return { ...block, lines: block.lines.slice(0, most + 1) }
}

/** Breaks at spaces, and shifts words down while that makes the lines more even. */
function wrap(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  for (;;) {
    const [first = '', second = ''] = lines
    const parts = first.split(' ')
    const moved = `${parts.at(-1) ?? ''} ${second}`
    if (lines.length !== 2 || parts.length < 2 || moved.length >= first.length || !fits(moved)) return lines
    lines.splice(0, 2, parts.slice(0, -1).join(' '), moved)
  }
}

/** The first column of the honeycomb in each row, from the one that is cut off at the top. */
const firstColumns = [9, 8, 9, 8, 7, 8, 8, 9]
/** The cells in the accent colour: column and row. */
const filledCells = ['9,1', '10,3', '8,4', '11,5', '10,0']

/** A honeycomb that runs off the right edge, with fewer cells towards the words. */
function honeycomb(): string {
  const radius = 66
  const across = radius * Math.sqrt(3)
  let drawn = ''
  for (const [index, first] of firstColumns.entries()) {
    const row = index - 1
    for (let column = first; column < 12; column++) {
      const x = column * across + (row % 2 ? across / 2 : 0) - 20
      const y = row * radius * 1.5 + 20
      const paint = filledCells.includes(`${column},${row}`)
        ? `fill="${colours.accent}"`
        : `fill="${colours.cell}" stroke="${colours.edge}" stroke-width="2"`
      drawn += `<path ${paint} d="${hexagon(x, y, radius - 6)}"/>`
    }
  }
  return drawn
}

/** A hexagon that stands on its corner. */
function hexagon(x: number, y: number, radius: number): string {
  const half = (radius * Math.sqrt(3)) / 2
  const points = [
    [0, -radius],
    [half, -radius / 2],
    [half, radius / 2],
    [0, radius],
    [-half, radius / 2],
    [-half, -radius / 2],
  ] as const
  return `M${points.map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`).join('L')}z`
}
