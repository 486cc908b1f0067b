import { formatDiagnostic, type Diagnostic } from '../model/diagnostics.ts'

/** An error that the owner can correct. Vite prints its message without a stack. */
export class UserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
    this.stack = message
  }

  /** Vite prints a failed build by Node's `inspect`, which would add fields and the name. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.message
  }
}

export class DiagnosticsError extends UserError {
  constructor(diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.length === 1 ? 'one error' : `${diagnostics.length} errors`
    super(`The build stops for ${count}:\n\n${diagnostics.map(formatDiagnostic).join('\n')}\n`)
  }
}
