/** A file of the output, by its name below dist. */
export interface OutputFile {
  name: string
  content: Buffer
  /** When given, the file is served by its name, with these headers besides its type. */
  headers?: Record<string, string>
}

export const textFile = (name: string, text: string): OutputFile => ({ name, content: Buffer.from(text) })

/** A text file that is served by its name. */
export const namedFile = (name: string, text: string): OutputFile => ({
  ...textFile(name, text),
  headers: {},
})
