/** Something in the owner's files or in the site that a visitor would trip on. */
export interface Mistake {
  /** The file or the page, as its author knows it. */
  where: string
  /** Counted from 1; absent when the whole file or page is meant. */
  line?: number | undefined
  what: string
  /** What to do about it, as a full sentence. */
  remedy: string
}

/** Stops a build, and tells every mistake that was found, not the first alone. */
export class BuildRefused extends Error {
  readonly #mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
    super(`The build stops for ${count}:\n\n${mistakes.map(describe).join('\n')}\n`)
    this.name = 'BuildRefused'
    this.#mistakes = mistakes
    // Vite prints the stack. Where in the prerenderer a mistake was found helps nobody to mend it.
    this.stack = this.message
  }

  get mistakes(): readonly Mistake[] {
    return this.#mistakes
  }
}

/** A mistake as its author reads it, in a line. */
export function describe({ where, line, what, remedy }: Mistake): string {
  const place = line === undefined ? where : `${where}:${line}`
  return `  ${place}: ${what}. ${remedy}`
}
