import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files below `folder` but its README, sorted by path. */
export const contentFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && item.name !== 'README.md')
    .map((item) => relative(folder, join(item.parentPath, item.name)))
    .sort()
