import { inspect } from 'node:util'

/** An error that whoever runs the build can correct. Vite prints its message alone: a stack would lead into the prerenderer. */
export class UserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
    this.stack = message
  }

  /** Vite prints a failed build by Node's `inspect`, which would add fields and the name. */
  [inspect.custom](): string {
    return this.message
  }
}

/** Something wrong in the owner's files or in the site. */
export interface Diagnostic {
  /** The file or the page, as its author knows it. */
  where: string
  /** Counted from 1; absent for the whole file or page. */
  line?: number | undefined
  /** The field of the front matter that is wrong. */
  field?: string
  message: string
  /** What to do about it, as a full sentence. */
  hint: string
  /** The same for somebody who sees a form in the place of the file. */
  inForm?: Problem
}

/** What is wrong and what to do about it, wherever it is. */
export type Problem = Pick<Diagnostic, 'message' | 'hint'>

/** Stops a build with every diagnostic that was found, not the first alone. */
export class DiagnosticsError extends UserError {
  readonly #diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.length === 1 ? 'one mistake' : `${diagnostics.length} mistakes`
    super(`The build stops for ${count}:\n\n${diagnostics.map(formatDiagnostic).join('\n')}\n`)
    this.#diagnostics = diagnostics
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics
  }
}

/** A diagnostic in a line, as its author reads it. */
export function formatDiagnostic({ where, line, message, hint }: Diagnostic): string {
  const place = line === undefined ? where : `${where}:${line}`
  return `  ${place}: ${message}. ${hint}`
}
