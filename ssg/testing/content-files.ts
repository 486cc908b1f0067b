import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files below `folder` but its README, sorted by path. */
export const contentFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && item.name !== 'README.md')
    .map((item) => relative(folder, join(item.parentPath, item.name)))
    .sort()

const tiny = join(import.meta.dirname, '..', 'testdata', 'content')

/** The texts of a content folder, by path. */
export const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    contentFiles(folder)
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

/** The texts of the tiny site, by path. */
export const tinyTexts = textsIn(tiny)
