import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { useWarningBeforeLeaving } from '../../lib/hooks'
import { ConversionError } from './heic-to-jpeg'
import { perform } from './send-image'
import {
  emptyQueue,
  nextCommand,
  notSent,
  progressOf,
  step,
  unfinished,
  type Entry,
  type Progress,
  type Queue,
  type QueuedImage,
  type QueueEvent,
  type UploadDetails,
} from './upload-machine'
import { discardImages, readLeftOver, storeImages, withUploadLock } from './upload-store'

export type ChosenImage = Pick<QueuedImage, 'id' | 'file' | 'altText'>

const notices = {
  lost: 'There is no connection. The upload goes on when it is back.',
  blocked: 'Photos are being uploaded in another window. This upload starts when that one is done.',
  notStored: "This browser can't keep the photos. Leave this page open until they are uploaded.",
}

export type Upload = ReturnType<typeof useUpload>

/** The images that `user` has chosen for upload, and the upload's progress. */
export function useUpload(pageErrors: Pick<PageErrors, 'add'>, user: number) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly ChosenImage[]>([])
  const [blocked, setBlocked] = useState(false)
  const [runner] = useState(() => createRunner((entry) => pageErrors.add(lineOf(entry))))
  const queue = useSyncExternalStore(runner.subscribe, runner.state)
  useWarningBeforeLeaving(queue.running)
  useEffect(() => {
    void readLeftOver(user).then(runner.found, () => undefined)
  }, [runner, user])

  /** Resolves to the numbers of succeeded and failed images, once the lists have been updated. */
  async function run(event: QueueEvent): Promise<Progress> {
    runner.dispatch(event)
    setBlocked(true)
    try {
      await withUploadLock(() => {
        setBlocked(false)
        return runner.run()
      })
      await client.invalidateQueries({ queryKey: queryKeys.photos })
      return progressOf(runner.state())
    } finally {
      setBlocked(false)
      runner.dispatch({ type: 'ended' })
    }
  }

  const notice = blocked ? notices.blocked : noticeOf(queue)
  return {
    chosen,
    queue,
    unfinished: unfinished(queue),
    /** A notice about the running upload; may be empty. */
    notice: queue.running ? notice : '',
    choose: (files: readonly File[]) => setChosen((earlier) => [...earlier, ...files.map(choose)]),
    describe: (id: number, altText: string) =>
      setChosen((earlier) => earlier.map((other) => (other.id === id ? { ...other, altText } : other))),
    remove: (id: number) => setChosen((earlier) => earlier.filter((other) => other.id !== id)),
    start: async (details: UploadDetails): Promise<Progress> => {
      const images = chosen.map((image) => ({ ...image, details, user, stored: false }))
      const outcome = await run({ type: 'started', images })
      setChosen((now) => now.filter((image) => !chosen.includes(image)))
      return outcome
    },
    resume: () => run({ type: 'resumed' }),
    discard: () => {
      const images = unfinished(runner.state())
      runner.dispatch({ type: 'discarded' })
      void withUploadLock(() => discardImages(images))
    },
  }
}

/** Runs the state machine, and notifies listeners of each new state. */
function createRunner(onFailure: (entry: Entry) => void) {
  let queue: Queue = emptyQueue
  const listeners = new Set<() => void>()
  function dispatch(event: QueueEvent): void {
    const before = queue
    queue = step(queue, event)
    for (const entry of queue.entries)
      if (entry.status === 'failed' && !before.entries.includes(entry)) onFailure(entry)
    for (const listener of listeners) listener()
  }
  return {
    dispatch,
    state: () => queue,
    found: (images: readonly QueuedImage[]) => dispatch({ type: 'found', images }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async run(): Promise<void> {
      const waiting = queue.entries.filter(({ status }) => status === 'waiting').map(({ image }) => image)
      dispatch({ type: 'stored', images: await storeImages(waiting) })
      for (let next = nextCommand(queue); next.type !== 'end'; next = nextCommand(queue))
        dispatch(await perform(next, dispatch))
    },
  }
}

let lastId = 0

function choose(file: File): ChosenImage {
  // Another window may choose a file in the same millisecond.
  lastId = Math.max(lastId + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000))
  return { id: lastId, file, altText: '' }
}

function noticeOf({ entries, lost, pause }: Queue): string {
  if (lost > 0 || pause !== null) return notices.lost
  const isInPageOnly = ({ status, image }: Entry) => status === 'waiting' && !image.stored
  return entries.some(isInPageOnly) ? notices.notStored : ''
}

function lineOf({ image, error }: Entry) {
  const text = `Failed to upload ${image.file.name}.`
  if (error instanceof ConversionError || (error instanceof Error && error === notSent))
    return { text, reason: error.message }
  return pageError(text, error, 'image', 'title', 'description', 'alt_text', 'gallery', 'sha256')
}
