import { kindOf } from './kinds.ts'
import { slugify } from './slugify.ts'

/** The path of a new entry with that title. `taken` are the paths in its folder. */
export function newEntryPath(folder: string, title: string, taken: readonly string[]): string {
  const base = slugify(title).slice(0, 60).replace(/-+$/, '') || 'entry'
  const pathOf = (name: string) => `${folder}/${name}.md`
  let path = pathOf(base)
  // A folder may also have a file that exists once, such as its page.
  for (let count = 2; taken.includes(path) || kindOf(path) !== folder; count++)
    path = pathOf(`${base}-${count}`)
  return path
}
