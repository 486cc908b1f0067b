/** The content of a file from elsewhere, as far as it was read. */
export interface ImportResult {
  source: 'json-resume' | 'reactive-resume' | 'linkedin' | 'linkedin-pdf' | 'content'
  entries: ImportedEntry[]
  /** Faults of the file, and changes that were made to it. */
  problems: ImportProblem[]
  /** The names of those parts of the file that the site has no place for. */
  notRead: string[]
  facts: ImportFacts
  /** The code of the language of its texts, such as 'de'; undefined if it is uncertain. */
  language?: string | undefined
  /** The images that the texts show, keyed by their paths in the content folder. */
  photos: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/** An entry of the CV, a place on the web, or a text that exists once. */
export interface ImportedEntry {
  /** Unique in the result. */
  id: string
  /** The heading of the list in which it is shown. */
  group: string
  title: string
  /** What tells entries of one title apart. */
  detail: string
  /** The folder of its file, or the path of a file that exists once. */
  folder: string
  /** The name of its file elsewhere. */
  name?: string
  fields: Record<string, ImportedValue>
  /** Markdown. */
  text: string
  /** Why the entry has to be looked at before it is used, as the end of a sentence. */
  doubt?: string
  /** Has to be fixed before the entry can be used. */
  problem?: EntryProblem
}

export type ImportedValue = string | string[]

export interface EntryProblem {
  /** The field's name, or 'text'. */
  field: string
  label: string
  /** The whole sentence; it begins with the name of the entry. */
  message: string
  /** What to write, as a full sentence. */
  hint: string
  /** Values that say the same. */
  example?: string
  /** The field's value as one text; the items of a list are lines. */
  value: string
  /** Whether it needs more than one line. */
  long: boolean
}

export interface ImportProblem {
  file: string
  line?: number
  message: string
}

export interface ImportFacts {
  name?: string
  first_name?: string
  last_name?: string
  email?: string
  role?: string
  town?: string
  country?: string
  nationality?: string
  /** Markdown. The result has it as an entry of the group "Summary" too. */
  summary?: string
  links: ImportedLink[]
}

export interface ImportedLink {
  label: string
  url: string
}

/** Why a file cannot be used, as a sentence for the screen. */
export class ImportError extends Error {}

export const unreadable =
  'This file is not a PDF or an archive of LinkedIn, a JSON Resume or a file of Reactive Resume.'
