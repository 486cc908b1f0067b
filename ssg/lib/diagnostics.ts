import { inspect } from 'node:util'

/** What whoever runs the build can mend: Vite prints its message alone, for a stack would lead into the prerenderer. */
export class UserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
    this.stack = message
  }

  /** Vite prints a failed build by Node's `inspect`, which adds fields and names to a stack. */
  [inspect.custom](): string {
    return this.message
  }
}

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
export class BuildRefused extends UserError {
  readonly #mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
    super(`The build stops for ${count}:\n\n${mistakes.map(describe).join('\n')}\n`)
    this.#mistakes = mistakes
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
