/** The CSS object-position that keeps a picture's focal point in sight where it is cropped; '' is the centre. */
export const objectPosition = (point: { x: number; y: number } | null | undefined) =>
  point ? `${point.x}% ${point.y}%` : ''
