import { pagePath, reserved } from './addresses.ts'
import { kindOf, slugOf } from './kinds.ts'
import { slugify } from './slugify.ts'

/** The name of an entry's file with that title, in Latin letters, if it is free. */
const nameOf = (title: string) => slugify(title).slice(0, 60).replace(/-+$/, '') || 'entry'

const isReserved = (folder: string, name: string) => folder === 'pages' && reserved.has(name)

/** The path of a new entry with that title, in Latin letters. `taken` are the paths in its folder. */
export function newEntryPath(folder: string, title: string, taken: readonly string[]): string {
  const base = nameOf(title)
  const pathOf = (name: string) => `${folder}/${name}.md`
  let name = base
  // A folder may also have a file that exists once, such as its page.
  const isTaken = () => taken.includes(pathOf(name)) || kindOf(pathOf(name)) !== folder
  for (let count = 2; isTaken() || isReserved(folder, name); count++) name = `${base}-${count}`
  return pathOf(name)
}

/** Says why a new entry with a page has another address than its title suggests; undefined if it has that one. */
export function addressNote(folder: 'projects' | 'notes' | 'pages', title: string, path: string) {
  const name = nameOf(title)
  if (slugOf(path) === name) return undefined
  const owner = isReserved(folder, name) ? 'the site itself' : 'another entry'
  return `The address is ${pagePath(folder, slugOf(path))}: ${pagePath(folder, name)} belongs to ${owner}.`
}
