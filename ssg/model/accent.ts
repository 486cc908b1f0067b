/** The colour of buttons, links and the focus, as pairs of hexadecimal colours for the light and the dark theme. */
export interface Accent {
  /** Filled buttons, with white text. */
  primary: Pair
  /** Links, and the ring around the focused element. */
  link: Pair
  /** The background of the current row. */
  soft: Pair
  onSoft: Pair
}

type Pair = readonly [light: string, dark: string]

/** The families of an accent. */
export const accents = {
  cobalt: {
    primary: ['#2f49d1', '#4a60e0'],
    link: ['#2f49d1', '#9db0ff'],
    soft: ['#eaedfc', '#1b2550'],
    onSoft: ['#263cb4', '#b9c6ff'],
  },
  teal: {
    primary: ['#0b6b74', '#127b85'],
    link: ['#0b6b74', '#6fd0d8'],
    soft: ['#e2f2f3', '#0e2e33'],
    onSoft: ['#08565e', '#9fe0e6'],
  },
  forest: {
    primary: ['#2a6b3c', '#317a46'],
    link: ['#2a6b3c', '#86d29a'],
    soft: ['#e6f2e9', '#14301d'],
    onSoft: ['#21562f', '#aee2bb'],
  },
  plum: {
    primary: ['#7b2f8e', '#95449f'],
    link: ['#7b2f8e', '#e0a3ea'],
    soft: ['#f6eaf8', '#341a3a'],
    onSoft: ['#642474', '#ecc3f2'],
  },
  brick: {
    primary: ['#a63a1e', '#b84a2c'],
    link: ['#a63a1e', '#ffab92'],
    soft: ['#fcece7', '#3a1c13'],
    onSoft: ['#872d16', '#ffc6b4'],
  },
  ink: {
    primary: ['#334259', '#56688a'],
    link: ['#334259', '#b3c2dc'],
    soft: ['#e9edf3', '#222d40'],
    onSoft: ['#283548', '#ccd7ea'],
  },
} as const satisfies Record<string, Accent>

export type AccentName = keyof typeof accents

export const accentNames = Object.keys(accents) as AccentName[]

/** The families, as staff choose one. */
export const accentFamilies = accentNames.map((name) => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  colour: accents[name].primary[0],
}))

/** That of a site without one. */
export const defaultAccent: AccentName = 'cobalt'

export const isAccentName = (text: string): text is AccentName => Object.hasOwn(accents, text)

/** The grounds of links and buttons: the canvas of both themes, and the dark surface. */
const [lightCanvas, darkCanvas, darkSurface] = ['#f6f7f9', '#0c111b', '#131a27']
const [white, black] = ['#ffffff', '#000000']
/** The least contrast of text and of shapes in WCAG's level AA. */
const [textContrast, shapeContrast] = [4.5, 3]

/** Returns why `text` cannot be an accent: neither a family nor a colour that reaches AA. Undefined if it can. */
export function accentProblem(text: string): string | undefined {
  if (isAccentName(text)) return undefined
  if (!/^#[\da-f]{6}$/i.test(text)) return 'is not a colour'
  if (isReadable(text)) return undefined
  return `is too light: text on it would be hard to read. Try ${readableAccent(text)}`
}

/** Returns `accentProblem` as a sentence: 'Too light: …' for 'is too light: …'. */
export function accentError(text: string): string | undefined {
  const problem = accentProblem(text)?.replace(/^is (.)/, (_, first: string) => first.toUpperCase())
  if (problem === undefined) return undefined
  return problem.includes(':') ? `${problem}.` : `${problem}. Write it as #0b6b74.`
}

/** Returns `colour`, darkened as far as an accent needs. */
const readableAccent = (colour: string): string => mixed(colour, black, isReadable)

/** White text on it, and it as text on the light canvas. On the dark theme each colour can be made to fit. */
const isReadable = (colour: string) => {
  const least = Math.min(contrast(white, colour), contrast(colour, lightCanvas))
  return least >= textContrast
}

/** Returns the colours of an accent without a problem; `text` is the name of a family or a colour. */
export function accentOf(text: string): Accent {
  if (isAccentName(text)) return accents[text]
  const colour = text.toLowerCase()
  const soft: Pair = [mix(colour, white, 0.9), mix(colour, darkSurface, 0.75)]
  const isLink = (link: string) => contrast(link, darkSurface) >= textContrast
  return {
    primary: [colour, mixed(colour, white, (fill) => contrast(fill, darkCanvas) >= shapeContrast)],
    link: [colour, mixed(colour, white, isLink)],
    soft,
    onSoft: [
      mixed(colour, black, (text) => contrast(text, soft[0]) >= textContrast),
      mixed(colour, white, (text) => isLink(text) && contrast(text, soft[1]) >= textContrast),
    ],
  }
}

/** Returns the custom properties of an accent, keyed by name. */
export function accentProperties(text: string): Record<string, string> {
  const { primary, link, soft, onSoft } = accentOf(text)
  const hover = primary.map((colour) => mix(colour, black, 0.12)) as [string, string]
  const pairs = {
    '--primary': primary,
    '--primary-hover': hover,
    '--link': link,
    '--ring': link,
    '--primary-soft': soft,
    '--on-primary-soft': onSoft,
  }
  return Object.fromEntries(
    Object.entries(pairs).map(([name, [light, dark]]) => [name, `light-dark(${light},${dark})`]),
  )
}

/** Returns the style that gives a document its accent; empty without one. */
export function accentStyle(text: string | undefined): string {
  if (text === undefined) return ''
  const rules = Object.entries(accentProperties(text)).map(([name, value]) => `${name}:${value}`)
  return `:root{${rules.join(';')}}`
}

/** Returns the first mixture of `colour` with more and more of `other` that is `enough`. */
function mixed(colour: string, other: string, enough: (mixture: string) => boolean): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixture = mix(colour, other, percent / 100)
    if (enough(mixture)) return mixture
  }
  return other
}

/** Returns `colour` with the share `amount` of `other`. */
function mix(colour: string, other: string, amount: number): string {
  const [from, to] = [channels(colour), channels(other)]
  const mixture = from.map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * amount))
  return `#${mixture.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast of two colours in six digits, from 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
