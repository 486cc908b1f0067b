/** The fields shared by all images of one upload. */
export interface UploadDetails {
  /** The beginning of every title. */
  title: string
  description: string
  gallery: number | null
  scaleDown?: boolean
}

export interface QueuedImage {
  /** Unique; later images have greater IDs. */
  readonly id: number
  readonly file: File
  readonly altText: string
  readonly details: UploadDetails
  /** The ID of the uploading user. */
  readonly user: number
  /** Whether it is in the browser's database. */
  readonly stored: boolean
  /** The URL of the resumable upload, once it has begun. */
  readonly url?: string
  /** Whether it was sent in one request. The server may have it even if the answer was lost. */
  readonly sent?: boolean
}

/** 'left' images wait for the user; the others belong to the latest upload. */
export type Status = 'left' | 'waiting' | 'done' | 'failed'

export interface Entry {
  readonly image: QueuedImage
  readonly status: Status
  /** Why it failed. */
  readonly error?: unknown
}

export interface Queue {
  /** Sorted by ID, which is the order in which they were chosen. */
  readonly entries: readonly Entry[]
  readonly running: boolean
  /** The number of consecutive tries without an answer. */
  readonly lost: number
  /** The wait before the next try: a number of milliseconds, or until there is a connection. */
  readonly pause: number | 'online' | null
}

export const emptyQueue: Queue = { entries: [], running: false, lost: 0, pause: null }

export type QueueEvent =
  /** Images left by an earlier page were found. */
  | { type: 'found'; images: readonly QueuedImage[] }
  | { type: 'started'; images: readonly QueuedImage[] }
  /** The user resumes all unfinished images. */
  | { type: 'resumed' }
  | { type: 'discarded' }
  /** The images now in the database. Another window has uploaded or discarded the stored images missing here. */
  | { type: 'stored'; images: readonly QueuedImage[] }
  | { type: 'changed'; image: QueuedImage }
  /** The server has received part of an image. */
  | { type: 'answered' }
  | { type: 'succeeded'; id: number }
  | { type: 'failed'; id: number; error: unknown }
  | { type: 'lost'; id: number; error: unknown; online: boolean }
  | { type: 'paused' }
  /** The session ended while `id` was being sent. The rest is not sent, as the server would refuse it. */
  | { type: 'signed out'; id: number; error: unknown }
  | { type: 'ended' }

/** The error of images that were not sent because the session had ended. */
export const notSent = new Error('It was not sent: your session has ended.')

/** Milliseconds before each retry, two minutes in all: enough for a server to restart or a train to leave a tunnel. */
export const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

const isUnfinished = ({ status }: Entry) => status === 'left' || status === 'failed'

export const unfinished = (queue: Queue): readonly QueuedImage[] =>
  queue.running ? [] : queue.entries.filter(isUnfinished).map(({ image }) => image)

export function step(queue: Queue, event: QueueEvent): Queue {
  const { entries } = queue
  switch (event.type) {
    case 'found': {
      const known = new Set(entries.map(({ image }) => image.id))
      const images = event.images.filter(({ id }) => !known.has(id))
      return { ...queue, entries: inOrder([...entries, ...withStatus(images, 'left')]) }
    }
    case 'started':
      if (queue.running) return queue
      return begun([...setStatus(entries, isUnfinished, 'left'), ...withStatus(event.images, 'waiting')])
    case 'resumed':
      return queue.running ? queue : begun(setStatus(entries, isUnfinished, 'waiting'))
    case 'discarded':
      return queue.running ? queue : emptyQueue
    case 'stored': {
      const now = new Map(event.images.map((image) => [image.id, image]))
      const kept = entries.flatMap((entry) => {
        if (entry.status !== 'waiting') return entry
        const image = now.get(entry.image.id)
        return image ? { ...entry, image } : []
      })
      return { ...queue, entries: kept }
    }
    case 'changed':
      return {
        ...queue,
        entries: entries.map((entry) =>
          entry.image.id === event.image.id ? { ...entry, image: event.image } : entry,
        ),
      }
    case 'answered':
      return queue.lost === 0 && queue.pause === null ? queue : { ...queue, lost: 0, pause: null }
    case 'succeeded':
      return answered(queue, event.id, { status: 'done' })
    case 'failed':
      return answered(queue, event.id, { status: 'failed', error: event.error })
    case 'lost': {
      if (!event.online) return { ...queue, pause: 'online' }
      const pause = retryDelays[queue.lost]
      if (pause !== undefined) return { ...queue, lost: queue.lost + 1, pause }
      // The retries are shared by all images until one is answered, so each of the others is tried once.
      return { ...queue, entries: finish(entries, event.id, { status: 'failed', error: event.error }) }
    }
    case 'paused':
      return { ...queue, pause: null }
    case 'signed out': {
      const { entries: others } = answered(queue, event.id, { status: 'failed', error: event.error })
      const rest = others.map((entry) =>
        entry.status === 'waiting' ? { ...entry, status: 'failed' as const, error: notSent } : entry,
      )
      return { ...queue, entries: rest }
    }
    case 'ended': {
      // Images are still waiting only if the upload stopped unexpectedly.
      const left = setStatus(entries, ({ status }) => status === 'waiting', 'left')
      return { ...emptyQueue, entries: left.filter(isUnfinished) }
    }
  }
}

export type Command =
  { type: 'send'; image: QueuedImage } | { type: 'wait'; for: number | 'online' } | { type: 'end' }

/** The next step of a running queue. One image is sent at a time. */
export function nextCommand({ entries, pause }: Queue): Command {
  const next = entries.find(({ status }) => status === 'waiting')
  if (!next) return { type: 'end' }
  return pause === null ? { type: 'send', image: next.image } : { type: 'wait', for: pause }
}

export interface Progress {
  succeeded: number
  failed: number
  /** The share of finished images, in whole percent. */
  percent: number
}

export function progressOf({ entries }: Queue): Progress {
  const count = (...of: Status[]) => entries.filter(({ status }) => of.includes(status)).length
  const [succeeded, failed, waiting] = [count('done'), count('failed'), count('waiting')]
  const total = succeeded + failed + waiting
  return { succeeded, failed, percent: total === 0 ? 0 : Math.round(((succeeded + failed) / total) * 100) }
}

const begun = (entries: readonly Entry[]): Queue => ({
  ...emptyQueue,
  entries: inOrder(entries),
  running: true,
})

const inOrder = (entries: readonly Entry[]) =>
  [...entries].sort((one, other) => one.image.id - other.image.id)

const withStatus = (images: readonly QueuedImage[], status: Status): Entry[] =>
  images.map((image) => ({ image, status }))

const setStatus = (entries: readonly Entry[], which: (entry: Entry) => boolean, status: Status): Entry[] =>
  entries.map((entry) => (which(entry) ? { image: entry.image, status } : entry))

type End = Pick<Entry, 'status' | 'error'>

const finish = (entries: readonly Entry[], id: number, end: End): readonly Entry[] =>
  entries.map((entry) =>
    entry.image.id === id && entry.status === 'waiting' ? { image: entry.image, ...end } : entry,
  )

/** Finishes an image, and resets the retries for the next one. */
const answered = (queue: Queue, id: number, end: End): Queue => ({
  ...queue,
  lost: 0,
  pause: null,
  entries: finish(queue.entries, id, end),
})
