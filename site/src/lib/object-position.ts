/** Returns the CSS object-position that keeps a focal point visible; '' is the centre. */
export const objectPosition = (point: { x: number; y: number } | null | undefined) =>
  point ? `${point.x}% ${point.y}%` : ''
