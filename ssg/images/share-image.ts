import { measure, textSvg, type FontName } from './lettering.ts'

export interface ImageText {
  name: string
  role: string
  tagline: string | undefined
  address: string
}

export const shareImageSize = { width: 1200, height: 630 }
const { width, height } = shareImageSize
const left = 80
const column = 690
const accent = '#f2b01e'

export function shareImageSvg({ name, role, tagline, address }: ImageText): string {
  const longest = Math.max(...name.split(/\s+/).map((word) => measure(word, 'strong', 92)))
  const size = Math.min(92, (92 * column) / longest)
  const heading = wrap(name, 'strong', size)
  const claim = tagline === undefined ? [] : wrap(tagline, 'quote', 46)
  const claimTop = 210 + heading.length * 98
  const row = Array.from({ length: 4 }, (_, index) => index)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<path fill="#101935" d="M0 0h${width}v${height}H0z"/>`,
    ...row.flatMap((x) => row.map((y) => cell(880 + x * 114 + (y % 2) * 57, 40 + y * 180, x === y))),
    `<path fill="${accent}" d="${hexagon(left + 22, 92, 25)}"/>`,
    textSvg(wrap(role, 'strong', 28)[0] ?? '', 'strong', 28, left + 62, 102, '#fff'),
    ...heading.map((line, index) => textSvg(line, 'strong', size, left - 4, 240 + index * 98, '#fff')),
    ...(claim.length > 0
      ? [`<path fill="${accent}" d="M${left} ${claimTop}h5v${claim.length * 56}h-5z"/>`]
      : []),
    ...claim.map((line, index) =>
      textSvg(line, 'quote', 46, left + 30, claimTop + 42 + index * 56, '#b4bfd0'),
    ),
    textSvg(address, 'plain', 28, left, 556, '#b4bfd0'),
    '</svg>',
  ].join('')
}

/** Breaks text into lines that fit the column, at most two. */
function wrap(text: string, font: FontName, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measure(longer, font, size) <= column) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.slice(0, 2)
}

const cell = (x: number, y: number, filled: boolean) =>
  `<path fill="${filled ? accent : '#1c2850'}" d="${hexagon(x, y / 1.8, 58)}"/>`

function hexagon(x: number, y: number, radius: number): string {
  const half = (radius * Math.sqrt(3)) / 2
  return `M${x} ${y - radius}l${half} ${radius / 2}v${radius}l${-half} ${radius / 2}l${-half} ${-radius / 2}v${-radius}z`
}
