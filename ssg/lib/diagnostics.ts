import { inspect } from 'node:util'

/** An error that the owner can correct. Vite prints its message without a stack. */
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
  /** The remedy, as a full sentence. */
  hint: string
  /** The same in the terms of the editor's form. */
  inForm?: Problem
}

/** An error and its remedy, without a place. */
export type Problem = Pick<Diagnostic, 'message' | 'hint'>

/** Stops a build with all diagnostics. */
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

/** Returns a diagnostic as a line of the build's output. */
export function formatDiagnostic({ where, line, message, hint }: Diagnostic): string {
  const place = line === undefined ? where : `${where}:${line}`
  return `  ${place}: ${message}. ${hint}`
}
