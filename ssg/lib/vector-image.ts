/**
 * A closed outline: its first point, and one step to each further one. The number of coordinates says whether a step is a
 * line (2), a quadratic (4) or a cubic curve (6).
 */
export type Outline = number[][]

export interface Shape {
  /** As `#rrggbb`. */
  fill: string
  outlines: Outline[]
}

/** An image of filled shapes. */
export interface VectorImage {
  width: number
  height: number
  shapes: Shape[]
}

export const polygon = (fill: string, ...points: Outline): Shape => ({ fill, outlines: [points] })

export const rectangle = (fill: string, x: number, y: number, width: number, height: number): Shape =>
  polygon(fill, [x, y], [x + width, y], [x + width, y + height], [x, y + height])

/** The shapes scaled by `scale`, then moved by `x` and `y`. */
export const place = (shapes: readonly Shape[], x: number, y: number, scale = 1): Shape[] =>
  shapes.map(({ fill, outlines }) => ({
    fill,
    outlines: outlines.map((steps) =>
      steps.map((step) => step.map((value, index) => scale * value + (index % 2 === 0 ? x : y))),
    ),
  }))

const command = (step: readonly number[]) => (step.length === 2 ? 'L' : step.length === 4 ? 'Q' : 'C')

/** Returns the image as SVG, with the SVG `text` on it. */
export function toSvg({ width, height, shapes }: VectorImage, text = ''): string {
  const pathOf = (steps: Outline) =>
    steps.map((step, index) => (index === 0 ? 'M' : command(step)) + step.map(short).join(' ')).join('')
  const paths = shapes.map(
    ({ fill, outlines }) =>
      `<path fill="${fill}" d="${outlines.map((steps) => `${pathOf(steps)}Z`).join('')}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}${text}</svg>`
}

const short = (value: number) => +value.toFixed(6)
