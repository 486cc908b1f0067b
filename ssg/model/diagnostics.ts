export interface Problem {
  message: string
  /** The remedy, as a full sentence. */
  hint: string
}

/** A problem in the owner's files or in the site. */
export interface Diagnostic extends Problem {
  /** The file or the page, as its author knows it. */
  where: string
  /** Counted from 1; absent for the whole file or page. */
  line?: number | undefined
  /** The field of the front matter that is wrong. */
  field?: string | undefined
  /** The same for the author of a form instead of a file. */
  inForm?: Problem | undefined
}

/** A diagnostic in one line, as its author reads it. */
export function formatDiagnostic({ where, line, message, hint }: Diagnostic): string {
  const place = line === undefined ? where : `${where}:${line}`
  return `  ${place}: ${message}. ${hint}`
}
