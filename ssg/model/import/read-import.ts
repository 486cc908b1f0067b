import { strFromU8 } from 'fflate'
import { isArchive, isPdf, pathsOf, textOf, unpack, unpackPhotos } from './archive.ts'
import { contentFiles, readContentFiles } from './content-files.ts'
import { entriesOf, type Read } from './entries.ts'
import { isJsonResume, readJsonResume } from './json-resume.ts'
import { proposedLanguage, proseOf } from './detect-language.ts'
import { languageOf } from '../language.ts'
import { linkedInFiles, readLinkedIn } from './linkedin.ts'
import { imagesOf } from './photos.ts'
import { fromReactiveResume, isReactiveResume } from './reactive-resume.ts'
import { transliterator } from '../transliterate.ts'
import { ImportError, unreadable, type ImportedEntry, type ImportResult } from './result.ts'
import { newRemarks, type Remarks } from './texts.ts'

const mebibyte = 2 ** 20
const largest = { archive: 200 * mebibyte, text: 4 * mebibyte }
const mostEntries = 2000

/**
 * Reads a JSON Resume, LinkedIn's data archive, or a ZIP archive of a content folder. Rejects with an ImportError, whose
 * message is for the screen, if the file is none of these.
 */
export async function readImport(file: File | { name: string; bytes: Uint8Array }): Promise<ImportResult> {
  const size = 'size' in file ? file.size : file.bytes.length
  if (size > largest.archive) throw new ImportError('This file is larger than 200 MB.')
  const bytes = 'size' in file ? new Uint8Array(await file.arrayBuffer()) : file.bytes
  const remarks = newRemarks()
  const {
    source,
    read,
    photos = new Map(),
  } = isPdf(bytes)
    ? await readPdf(file.name, bytes, remarks)
    : isArchive(bytes)
      ? readArchive(bytes, remarks)
      : readJson(file.name, bytes, remarks)
  if (read.drafts.length > mostEntries)
    throw new ImportError(`This file has more than ${mostEntries} entries.`)
  const { drafts, problems, notRead, facts } = read
  const language = proposedLanguage([facts.role ?? '', ...proseOf(drafts)], read.language)
  if (remarks.controls)
    problems.push({ file: file.name, message: 'Invisible control characters were left out.' })
  if (remarks.emoji)
    problems.push({ file: file.name, message: 'Emoji were left out: the PDF of the CV cannot show them.' })
  const [first, ...others] = remarks.dates
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    const message = `Some dates were not understood: “${first}”${more}. Only their years were kept.`
    problems.push({ file: file.name, message })
  }
  const entries = await named(entriesOf(drafts, languageOf(language ?? 'en').texts))
  return { source, entries, problems, notRead, facts, language, photos }
}

/** Names the files of entries whose titles are in other scripts. */
async function named(entries: ImportedEntry[]): Promise<ImportedEntry[]> {
  const transliterate = await transliterator(entries.map(({ title }) => title))
  return entries.map((entry) => {
    const name = entry.name ?? transliterate(entry.title)
    return name === entry.title ? entry : { ...entry, name }
  })
}

type Found = { source: ImportResult['source']; read: Read; photos?: ImportResult['photos'] }

function readArchive(archive: Uint8Array, remarks: Remarks): Found {
  const paths = pathsOf(archive)
  const linkedIn = linkedInFiles(paths)
  if (linkedIn.length > 0)
    return { source: 'linkedin', read: readLinkedIn(unpack(archive, linkedIn), paths, remarks) }
  const content = contentFiles(paths)
  if (content.size === 0) throw new ImportError(unreadable)
  const unpacked = unpack(archive, [...content.values()])
  const files = new Map(
    [...content].map(([inside, path]) => [inside, textOf(unpacked.get(path) ?? new Uint8Array())]),
  )
  const [[inside, path] = ['', '']] = content
  const root = path.slice(0, -inside.length)
  const images = [...files].flatMap(([path, source]) => imagesOf(path, source))
  const packed = unpackPhotos(
    archive,
    images.map((image) => root + image),
  )
  const photos = new Map([...packed].map(([path, bytes]) => [path.slice(root.length), bytes]))
  const others = paths.filter((path) => !unpacked.has(path) && !packed.has(path) && !path.endsWith('/'))
  return { source: 'content', read: readContentFiles(files, new Set(photos.keys()), others), photos }
}

async function readPdf(name: string, bytes: Uint8Array, remarks: Remarks): Promise<Found> {
  if (bytes.length > largest.text) throw new ImportError('This file is larger than 4 MB.')
  // With half a megabyte of what reads PDFs, and more in its worker.
  const { readLinkedInPdf } = await import('./linkedin-pdf.ts')
  return { source: 'linkedin-pdf', read: await readLinkedInPdf(name, bytes, remarks) }
}

function readJson(name: string, bytes: Uint8Array, remarks: Remarks): Found {
  if (bytes.length > largest.text) throw new ImportError('This file is larger than 4 MB.')
  if (!startsAsJson(bytes)) throw new ImportError(unreadable)
  const value = parseJson(textOf(bytes))
  if (isReactiveResume(value))
    return { source: 'reactive-resume', read: readJsonResume(name, fromReactiveResume(value), remarks) }
  if (!isJsonResume(value)) throw new ImportError(unreadable)
  return { source: 'json-resume', read: readJsonResume(name, value, remarks) }
}

/** Whether it begins as JSON does, after the marks of an encoding. */
const startsAsJson = (bytes: Uint8Array) =>
  /^[\s\0\xff\xfe\xef\xbb\xbf]*[{[]/.test(strFromU8(bytes.subarray(0, 100), true))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const [, line, position] = /line (\d+)|position (\d+)/.exec(String(error)) ?? []
    const at = line ?? (position && text.slice(0, Number(position)).split('\n').length)
    throw new ImportError(`This JSON file has an error${at ? ` in line ${at}` : ''}.`, { cause: error })
  }
}
