import type { Sizes } from './budgets.ts'
import type { StaticFile } from './manifest.ts'
import type { Page } from '../document/pages.ts'

/** The report at the end of a build: the size of each page and of the scripts, and the duration. */
export function reportLines(
  pages: readonly Page[],
  { script, session }: Sizes,
  files: Record<string, StaticFile>,
  milliseconds: number,
): string[] {
  const number = (value: number | undefined) => (value ?? 0).toLocaleString('en').padStart(9)
  const row = (name: string, { bytes, encodings }: StaticFile) => {
    const size = (wanted: string) => encodings.find(({ encoding }) => encoding === wanted)?.bytes ?? bytes
    return `${name.padEnd(34)}${number(bytes)}${number(size('gzip'))}${number(size('br'))}`
  }
  const documents = [...pages, { path: 'app.html', file: 'app.html' }]
  return [
    `${'page, bytes'.padEnd(34)}${'raw'.padStart(9)}${'gz'.padStart(9)}${'br'.padStart(9)}`,
    ...documents.flatMap(({ path, file }) => (files[file] ? row(path, files[file]) : [])),
    '',
    `${'scripts of public pages, br'.padEnd(52)}${number(script)}`,
    `${'… with a session'.padEnd(52)}${number(session)}`,
    '',
    `${pages.length} pages built in ${milliseconds.toFixed(0)} ms`,
  ]
}
