import { polygon, rectangle, type Shape, type VectorImage } from '../lib/vector-image.ts'
import { hasLetters, measure, textAt, type FontName } from './lettering.ts'

interface ImageText {
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

/** Draws the texts. The address stands for a name with letters that the fonts lack; other such texts are left out. */
export function drawShareImage({ name, role, tagline = '', address }: ImageText): VectorImage {
  const isNamed = hasLetters(name, 'strong')
  const title = isNamed ? name : address
  const longest = Math.max(...title.split(/\s+/).map((word) => measure(word, 'strong', 92)))
  const size = Math.min(92, (92 * column) / longest)
  const heading = wrap(title, 'strong', size)
  const claim = tagline !== '' && hasLetters(tagline, 'quote') ? wrap(tagline, 'quote', 46) : []
  const claimTop = 210 + heading.length * 98
  const row = Array.from({ length: 4 }, (_, index) => index)
  const lines = [
    textAt(wrap(role, 'strong', 28)[0] ?? '', 'strong', 28, left + 62, 102, '#ffffff'),
    ...heading.map((line, index) => textAt(line, 'strong', size, left - 4, 240 + index * 98, '#ffffff')),
    ...claim.map((line, index) =>
      textAt(line, 'quote', 46, left + 30, claimTop + 42 + index * 56, '#b4bfd0'),
    ),
    isNamed ? textAt(address, 'plain', 28, left, 556, '#b4bfd0') : [],
  ]
  return {
    ...shareImageSize,
    shapes: [
      rectangle('#101935', 0, 0, width, height),
      ...row.flatMap((x) => row.map((y) => cell(880 + x * 114 + (y % 2) * 57, 40 + y * 180, x === y))),
      hexagon(accent, left + 22, 92, 25),
      ...(claim.length > 0 ? [rectangle(accent, left, claimTop, 5, claim.length * 56)] : []),
      ...lines.flat(),
    ],
  }
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

const cell = (x: number, y: number, filled: boolean) => hexagon(filled ? accent : '#1c2850', x, y / 1.8, 58)

function hexagon(fill: string, x: number, y: number, radius: number): Shape {
  const [right, left] = [x + (radius * Math.sqrt(3)) / 2, x - (radius * Math.sqrt(3)) / 2]
  const [top, bottom] = [y - radius / 2, y + radius / 2]
  return polygon(
    fill,
    [x, y - radius],
    [right, top],
    [right, bottom],
    [x, y + radius],
    [left, bottom],
    [left, top],
  )
}
