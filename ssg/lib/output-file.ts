import type { VectorImage } from './vector-image.ts'

/** A file of the build; its name is relative to dist. */
export interface OutputFile {
  name: string
  content: string | Uint8Array
  /** If set, the file has a public address, and these headers besides its type. */
  headers?: Record<string, string>
}

export const textFile = (name: string, content: string): OutputFile => ({ name, content })

/** A text file with a public address. */
export const namedFile = (name: string, text: string): OutputFile => ({
  ...textFile(name, text),
  headers: {},
})

/** An image that is made of shapes until it is drawn. */
export interface Drawing {
  name: string
  image: VectorImage
  /** The width and height in pixels; undefined for those of the image. */
  size?: number
  headers?: Record<string, string>
}
