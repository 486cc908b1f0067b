import { useEffect, useState } from 'react'
import { createStore as createDatabase, clear, delMany, get, getMany, set, setMany } from 'idb-keyval'
import { defaultAccent, type AccentName } from '#model/accent'
import type { ImportResult } from '#model/import/result'
import { isRecord } from '../../api/api-error'
import type { ChosenImage } from '../photos/upload/upload-queue'
import { keep, kept } from './session-storage'

export const steps = ['you', 'site', 'cv', 'places', 'look'] as const
export type Step = (typeof steps)[number]

export const stepNames: Record<Step, string> = {
  you: 'You',
  site: 'Your site',
  cv: 'Your CV',
  places: 'Your places',
  look: 'Look',
}

/** The owner's inputs, except the password. */
export interface Inputs {
  first_name: string
  last_name: string
  email: string
  name: string
  role: string
  description: string
  location: string
  nationality: string
  company: string
  /** The code of the owner's choice or of the file's texts; empty for the browser's. */
  language: string
  /** The start of the CV: the entries of the file, the latest job, or nothing. */
  cv?: 'import' | 'job' | 'later' | undefined
  job_title: string
  job_organisation: string
  job_start: string
  places: readonly string[]
  accent: AccentName
  own_colour: string
  /** Undefined for the first of the initials. */
  logo_letter?: string | undefined
  /** The steps that were finished with their buttons. */
  done: readonly Step[]
  /** The step that was shown last. */
  at?: Step
}

const empty: Inputs = {
  first_name: '',
  last_name: '',
  email: '',
  name: '',
  role: '',
  description: '',
  location: '',
  nationality: '',
  company: '',
  language: '',
  job_title: '',
  job_organisation: '',
  job_start: '',
  places: [],
  accent: defaultAccent,
  own_colour: '',
  done: [],
}

const key = 'setup'

/** Whether the set-up has ended: what React renders afterwards is not stored. */
let isOver = false

function stored(): Inputs {
  isOver = false
  try {
    const inputs: unknown = JSON.parse(kept(key) ?? '{}')
    return isRecord(inputs) ? { ...empty, ...inputs } : empty
  } catch {
    return empty
  }
}

/** The inputs and a function that changes some of them. They survive a reload. */
export function useInputs() {
  const [inputs, setInputs] = useState(stored)
  useEffect(() => {
    if (!isOver) keep(key, JSON.stringify(inputs))
  }, [inputs])
  const change = (changes: Partial<Inputs>) => setInputs((earlier) => ({ ...earlier, ...changes }))
  return { inputs, change }
}

/** The content of the owner's file, and the IDs of the entries to use. */
export interface Imported {
  file: string
  result: ImportResult
  chosen: readonly string[]
}

const database = () => createDatabase('setup', 'files')

/** A value that the browser's database keeps; undefined while loading. Without a database it lasts until a reload. */
function useKept<Value>(
  initial: Value,
  load: () => Promise<Value | undefined>,
  store: (next: Value, earlier: Value) => Promise<void>,
) {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let outdated = false
    void (async () => (await load()) ?? initial)()
      .catch(() => initial)
      .then((value) => {
        if (!outdated) setValue(value)
      })
    return () => {
      outdated = true
    }
    // The arguments are those of the first rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const change = (next: Value) => {
    setValue(next)
    void (async () => store(next, value ?? initial))().catch(() => undefined)
  }
  return [value, change] as const
}

export const useImported = () => useKept<Imported | null>(null, loadImported, storeImported)

async function loadImported(): Promise<Imported | undefined> {
  const imported = await get<Imported>('import', database())
  const photos = await get<ImportResult['photos']>('import-photos', database())
  return imported && { ...imported, result: { ...imported.result, photos: photos ?? new Map() } }
}

/** Stores the photos once, apart from the choice of entries. */
async function storeImported(next: Imported | null, earlier: Imported | null): Promise<void> {
  const stored = next && { ...next, result: { ...next.result, photos: new Map() } }
  await set('import', stored, database())
  const photos = next?.result.photos
  if (photos !== earlier?.result.photos) await set('import-photos', photos, database())
}

/** The photos of the banner. */
export const useBannerPhotos = () => useKept<readonly ChosenImage[]>([], loadPhotos, storePhotos)

type Described = Omit<ChosenImage, 'file'>

async function loadPhotos(): Promise<ChosenImage[]> {
  const photos = (await get<Described[]>('banner', database())) ?? []
  const files = await getMany<File | undefined>(
    photos.map(({ id }) => id),
    database(),
  )
  return photos.flatMap((photo, index) => {
    const file = files[index]
    return file ? [{ ...photo, file }] : []
  })
}

/** Stores each file once, apart from the descriptions, which change with each key. */
async function storePhotos(next: readonly ChosenImage[], earlier: readonly ChosenImage[]): Promise<void> {
  const idsIn = (photos: readonly ChosenImage[]) => new Set(photos.map(({ id }) => id))
  const [nextIds, earlierIds] = [idsIn(next), idsIn(earlier)]
  const added = next.filter(({ id }) => !earlierIds.has(id))
  await setMany(
    added.map(({ id, file }) => [id, file]),
    database(),
  )
  const described: Described[] = next.map(({ id, altText }) => ({ id, altText }))
  await set('banner', described, database())
  await delMany(
    [...earlierIds].filter((id) => !nextIds.has(id)),
    database(),
  )
}

/** Forgets everything that was typed and chosen. */
export function forgetInputs(): void {
  isOver = true
  keep(key, undefined)
  void (async () => clear(database()))().catch(() => undefined)
}
