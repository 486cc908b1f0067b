import type { Texts } from './language.ts'

/** '96 kB', '2.1 MB'. */
export function fileSize(bytes: number, { fileSize: format }: Pick<Texts, 'fileSize'>): string {
  if (bytes <= 999_000) return format(String(Math.ceil(bytes / 1000)), 'kB')
  if (bytes < 1_000_000_000) return format((bytes / 1_000_000).toFixed(1), 'MB')
  return format((bytes / 1_000_000_000).toFixed(1), 'GB')
}
