/** A file that was chosen for upload, and what is said about it alone. */
export interface ChosenPicture {
  /** Tells it from another choice of the same file. */
  readonly id: number
  readonly file: File
  /** What the picture shows, in words; empty when nobody said. */
  readonly altText: string
}

let chosen = 0

export function choosePicture(file: File): ChosenPicture {
  return { id: ++chosen, file, altText: '' }
}
