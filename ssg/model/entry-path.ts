import { reserved } from './addresses.ts'
import { kindOf } from './kinds.ts'
import { slugify } from './slugify.ts'

/** The path of a new entry with that title. `taken` are the paths in its folder. */
export function newEntryPath(folder: string, title: string, taken: readonly string[]): string {
  const base = slugify(title).slice(0, 60).replace(/-+$/, '') || 'entry'
  const pathOf = (name: string) => `${folder}/${name}.md`
  let name = base
  // A folder may also have a file that exists once, such as its page.
  const isTaken = () => taken.includes(pathOf(name)) || kindOf(pathOf(name)) !== folder
  for (let count = 2; isTaken() || (folder === 'pages' && reserved.has(name)); count++)
    name = `${base}-${count}`
  return pathOf(name)
}
