import { kindModels } from '../fields.ts'
import { readForm } from '../form.ts'
import { kindOf } from '../kinds.ts'
import { textOf } from './archive.ts'
import type { Draft, Read } from './entries.ts'
import { factsOf } from './person.ts'

/** The content files among `paths`, keyed by their paths in the content folder, which may be anywhere in the archive. */
export function contentFiles(paths: readonly string[]): Map<string, string> {
  const found = paths.flatMap((path) => {
    // No kind of file is deeper in its folder.
    const parts = path.endsWith('.md') ? path.split('/').slice(-3) : []
    const tails = parts.map((_, index) => parts.slice(index).join('/'))
    const inside = tails.find((tail) => kindOf(tail) !== undefined)
    return inside === undefined ? [] : [{ path, inside, root: path.slice(0, -inside.length) }]
  })
  const roots = found.map(({ root }) => root)
  const isMain = ({ root }: { root: string }) => root === roots[0]
  return new Map(found.filter(isMain).map(({ path, inside }) => [inside, path]))
}

/** Reads the files of `content export`. The keys of `files` are their paths in the content folder. */
export function readContentFiles(files: ReadonlyMap<string, Uint8Array>, notRead: readonly string[]): Read {
  const read: Read & { notRead: string[] } = {
    drafts: [],
    problems: [],
    notRead: [...notRead],
    facts: { links: [] },
  }
  for (const [path, bytes] of files) {
    const kind = kindOf(path)
    const form = readForm(path, textOf(bytes))
    if (!kind || !form) {
      read.problems.push({ file: path, message: 'The front matter cannot be read.' })
      continue
    }
    const names = kindModels[kind].fields.map(({ name }) => name)
    const isOf = (name: string) => names.includes(name) && !name.startsWith('cover')
    const fields = Object.fromEntries(Object.entries(form.fields).filter(([name]) => isOf(name)))
    const unknown = Object.keys(form.fields).filter((name) => !names.includes(name))
    read.notRead.push(...unknown.map((name) => `${path}: ${name}`))
    if (kind === 'site.md') {
      read.facts = { ...read.facts, ...ownFacts(fields) }
      const others = Object.keys(fields).filter((name) => !siteFacts.includes(name))
      read.notRead.push(...others.map((name) => `${path}: ${name}`))
    } else read.drafts.push({ folder: kind, fields, text: withoutImages(form.body) })
    if (form.body !== withoutImages(form.body) || form.fields['cover'] !== undefined) {
      const message = 'The photos in this text are left out. Add them in the editor.'
      read.problems.push({ file: path, message })
    }
    if (kind === 'cv/profile.md' && form.body !== '') read.facts.summary = withoutImages(form.body)
  }
  return read
}

/** Photos are in the library of the site from which the text comes. */
const withoutImages = (body: string) => body.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')

const siteFacts = ['name', 'email', 'role', 'location', 'nationality']

/** The facts in the fields of `site.md`. */
function ownFacts(fields: Draft['fields']) {
  return factsOf(Object.fromEntries(siteFacts.map((name) => [name, [fields[name] ?? ''].flat().join()])))
}
