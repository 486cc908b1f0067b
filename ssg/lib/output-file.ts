/** A file of the build; its name is relative to dist. */
export interface OutputFile {
  name: string
  content: Buffer
  /** If set, the file has a public address, and these headers besides its type. */
  headers?: Record<string, string>
}

export const textFile = (name: string, text: string): OutputFile => ({ name, content: Buffer.from(text) })

/** A text file with a public address. */
export const namedFile = (name: string, text: string): OutputFile => ({
  ...textFile(name, text),
  headers: {},
})
