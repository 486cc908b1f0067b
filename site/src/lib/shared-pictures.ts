import { createStore, delMany, entries, setMany } from 'idb-keyval'

/** Where a phone sends what somebody shares with the site; the web manifest names it, too. */
export const shareTarget = '/photos/share'

/** A file that was shared with the site. */
export interface SharedPicture {
  /** Unique; later ones have greater ids. */
  readonly id: number
  readonly file: File
}

const database = createStore('shared-pictures', 'pictures')

/** Somebody may have shared something by mistake, and never signed in. */
const lifetime = 24 * 60 * 60 * 1000

/** Keeps shared files until they are uploaded or removed, for a day at most. */
export async function keepShared(files: readonly File[]): Promise<void> {
  const first = Date.now() * 1000
  await setMany(
    files.map((file, index) => [first + index, file]),
    database,
  )
}

/** The files that were shared within a day and neither uploaded nor removed, in their order. */
export async function readShared(): Promise<readonly SharedPicture[]> {
  const all = (await entries<number, File>(database)).map(([id, file]) => ({ id, file }))
  const oldest = (Date.now() - lifetime) * 1000
  await forgetShared(all.filter(({ id }) => id < oldest))
  return all.filter(({ id }) => id >= oldest)
}

/** Forgets those of the pictures that were shared. Where the browser cannot, they are forgotten after their day. */
export async function forgetShared(pictures: readonly { id: number }[]): Promise<void> {
  const ids = pictures.map(({ id }) => id)
  try {
    await delMany(ids, database)
  } catch {
    // A browser that blocks site data has none of them.
  }
}
