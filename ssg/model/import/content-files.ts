import { kindModels } from '../fields.ts'
import { readForm } from '../form.ts'
import { kindOf, slugOf, splitLanguage } from '../kinds.ts'
import { languageCode } from '../language.ts'
import type { Draft, Read } from './entries.ts'
import { factsOf } from './person.ts'
import { imagesOf, withImages } from './photos.ts'

/** The content files among `paths`, keyed by their paths in the content folder, which may be anywhere in the archive. */
export function contentFiles(paths: readonly string[]): Map<string, string> {
  const found = paths.flatMap((path) => {
    // No kind of file is deeper in its folder.
    const parts = path.endsWith('.md') ? path.split('/').slice(-3) : []
    const tails = parts.map((_, index) => parts.slice(index).join('/'))
    const inside = tails.find((tail) => kindOf(tail) !== undefined && !splitLanguage(tail).language)
    return inside === undefined ? [] : [{ path, inside, root: path.slice(0, -inside.length) }]
  })
  // Those of further languages are deeper.
  const [main] = found.map(({ root }) => root).sort((a, b) => a.length - b.length)
  const isMain = ({ root }: { root: string }) => root === main
  return new Map(found.filter(isMain).map(({ path, inside }) => [inside, path]))
}

/** Reads the files of `content export`. The keys of `files` are their paths in the content folder, as are `photos`. */
export function readContentFiles(
  files: ReadonlyMap<string, string>,
  photos: ReadonlySet<string>,
  notRead: readonly string[],
): Read {
  const read: Read = { drafts: [], problems: [], notRead: [...notRead], facts: { links: [] } }
  for (const [path, written] of files) {
    const kind = kindOf(path)
    if (imagesOf(path, written).some((image) => !photos.has(image))) {
      const message = 'Photos in this text are not in the archive, and are left out.'
      read.problems.push({ file: path, message })
    }
    const source = withImages(path, written, (image) =>
      photos.has(image) ? addressIn(path, image) : undefined,
    )
    const form = readForm(path, source)
    if (!kind || !form) {
      read.problems.push({ file: path, message: 'The front matter cannot be read.' })
      continue
    }
    const names = kindModels[kind].fields.map(({ name }) => name)
    const isOf = (name: string) => names.includes(name)
    const fields = Object.fromEntries(Object.entries(form.fields).filter(([name]) => isOf(name)))
    const unknown = Object.keys(form.fields).filter((name) => !isOf(name))
    read.notRead.push(...unknown.map((name) => `${path}: ${name}`))
    if (kind === 'site.md') {
      const { language = '', ...facts } = fields
      read.facts = { ...read.facts, ...ownFacts(facts) }
      read.language = languageCode(String(language))
      const others = Object.keys(facts).filter((name) => !siteFacts.includes(name))
      read.notRead.push(...others.map((name) => `${path}: ${name}`))
    } else read.drafts.push({ folder: kind, name: slugOf(path), fields, text: form.body })
    if (kind === 'cv/profile.md' && form.body !== '') read.facts.summary = form.body
  }
  return read
}

/** The address of an image in the text at `from`. */
const addressIn = (from: string, image: string) => '../'.repeat(from.split('/').length - 1) + image

const siteFacts = ['name', 'email', 'role', 'location', 'nationality']

/** The facts in the fields of `site.md`. */
function ownFacts(fields: Draft['fields']) {
  return factsOf(Object.fromEntries(siteFacts.map((name) => [name, [fields[name] ?? ''].flat().join()])))
}
