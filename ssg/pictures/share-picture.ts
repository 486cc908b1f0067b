import sharp from 'sharp'
import { measure, textSvg, type FontName } from './lettering.ts'

/** The text on the image in the preview of a link. */
export interface PictureText {
  name: string
  /** The page's title; the owner's name on the home page. */
  title: string
  tagline: string
  role: string
  /** The site's address, without its protocol. */
  address: string
}

const width = 1200
const height = 630

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

/** The image as a PNG of few colours, the same on every machine. */
export const drawPicture = (content: PictureText): Promise<Buffer> =>
  sharp(Buffer.from(pictureSvg(content)))
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer()

function pictureSvg({ name, title, tagline, role, address }: PictureText): string {
  const above = fit(title === name ? role : name, 'strong', [32, 28, 24], 1)
  const heading = fit(title, 'strong', [104, 92, 80, 68])
  const claim = fit(tagline, 'quote', [50, 44, 38])
  const headingHeight = heading.lines.length * heading.size * 1.08
  const claimHeight = claim.lines.length * claim.size * 1.22
  // The two blocks are centred between the mark above and the line below.
  const top = 325 - (headingHeight + 40 + claimHeight) / 2
  const claimTop = top + headingHeight + 40
  const { accent, light, soft } = colours
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<path fill="${colours.background}" d="M0 0h${width}v${height}H0z"/>`,
    honeycomb(),
    `<path fill="${accent}" d="${hexagon(left + 22, 92, 25)}"/>`,
    textSvg(above.lines[0] ?? '', 'strong', above.size, left + 62, 92 + above.size * 0.35, light),
    ...heading.lines.map((line, index) =>
      textSvg(line, 'strong', heading.size, left - 4, top + heading.size * (0.82 + 1.08 * index), light),
    ),
    `<path fill="${accent}" d="M${left} ${claimTop + 4}h5v${claimHeight - 4}h-5z"/>`,
    ...claim.lines.map((line, index) =>
      textSvg(line, 'quote', claim.size, left + 30, claimTop + claim.size * (0.86 + 1.22 * index), soft),
    ),
    textSvg(address, 'plain', 28, left, 556, soft),
    '</svg>',
  ].join('')
}

interface Block {
  lines: string[]
  size: number
}

/**
 * The text in the largest of `sizes` at which it takes `most` lines; in the smallest, one line
 * more.
 */
function fit(text: string, font: FontName, sizes: readonly number[], most = 2): Block {
  let block: Block = { lines: [], size: 0 }
  for (const size of sizes) {
    block = { lines: wrap(text, (line) => measure(line, font, size) <= column), size }
    if (block.lines.length <= most) return block
  }
  return { ...block, lines: block.lines.slice(0, most + 1) }
}

/** Breaks at spaces, and shifts words down while that makes two lines more even. */
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
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

/** A honeycomb that runs off the right edge, with fewer cells towards the text. */
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

/** The path of a hexagon with a corner on top. */
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
