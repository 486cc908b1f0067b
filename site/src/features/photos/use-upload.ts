import { useEffect, useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { ConversionError } from './heic-to-jpeg'
import { uploadAll, type UploadOutcome } from './upload-all'
import {
  choosePicture,
  discardPictures,
  readLeftOver,
  storeQueue,
  withQueueLock,
  type ChosenPicture,
  type QueuedPicture,
  type UploadDetails,
} from './upload-queue'

export type UploadState = 'done' | 'failed'

interface Batch {
  pictures: readonly ChosenPicture[]
  details: UploadDetails
}

interface Upload {
  pictures: readonly ChosenPicture[]
  states: ReadonlyMap<ChosenPicture, UploadState>
  /** How much is done, in whole percent; null when nothing is being uploaded. */
  percent: number | null
  /** What the person should know of the running upload; empty for nothing. */
  notice: string
  /** What was not uploaded, in the order chosen: it failed, or an earlier page left it over. */
  unfinished: readonly QueuedPicture[]
  /** Whether some of it failed on this page. */
  failed: boolean
  choose: (files: readonly File[]) => void
  describe: (picture: ChosenPicture, altText: string) => void
  remove: (picture: ChosenPicture) => void
  /** Uploads a batch and answers, once the lists show it, how many pictures succeeded and failed. */
  start: (batch: Batch) => Promise<UploadOutcome>
  /** Uploads what is unfinished. */
  resume: () => Promise<UploadOutcome>
  discard: () => void
}

const waitingNotice = 'There is no connection. The upload goes on when it is back.'
const notStoredNotice = 'This browser cannot keep the pictures. Leave this page open until they are uploaded.'

/** The pictures that `user` has chosen for upload, and the upload's progress. */
export function useUpload(pageErrors: PageErrors, user: number): Upload {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [states, setStates] = useState<Upload['states']>(new Map())
  const [percent, setPercent] = useState<number | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [stored, setStored] = useState(true)
  const [unfinished, setUnfinished] = useState<Upload['unfinished']>([])
  const [failed, setFailed] = useState(false)
  useWarningBeforeLeaving(percent !== null)

  useEffect(() => {
    void readLeftOver(user).then(setUnfinished, () => undefined)
  }, [user])

  const upload = useInvalidatingMutation(async (queue: readonly QueuedPicture[]) => {
    const outcome = await withQueueLock(async () => {
      const stored = await storeQueue(queue)
      setStored(stored.every((queued) => queued.stored))
      return uploadAll(stored, setWaiting, ({ picture, failure, percent }) => {
        setPercent(percent)
        setStates((earlier) => new Map(earlier).set(picture, failure ? 'failed' : 'done'))
        if (failure) {
          const fields = ['image', 'title', 'description', 'alt_text', 'gallery', 'sha256']
          pageErrors.add(
            failure instanceof ConversionError
              ? { text: failedText(picture), reason: failure.message }
              : pageError(failedText(picture), failure, ...fields),
          )
        }
      })
    })
    for (const picture of outcome.notSent) {
      pageErrors.add({ text: failedText(picture), reason: 'It was not sent: your session has ended.' })
    }
    return outcome
  }, queryKeys.photos)

  async function run(queue: readonly QueuedPicture[]): Promise<UploadOutcome> {
    setPercent(0)
    let outcome: UploadOutcome
    try {
      outcome = await upload.mutateAsync(queue)
    } finally {
      setStates(new Map())
      setPercent(null)
      setStored(true)
    }
    const sent = queue.map(({ picture }) => picture)
    setPictures((chosen) => chosen.filter((picture) => !sent.includes(picture)))
    setUnfinished((earlier) =>
      [...earlier.filter((other) => !queue.includes(other)), ...outcome.unfinished].sort(
        (one, other) => one.picture.id - other.picture.id,
      ),
    )
    setFailed(outcome.failed.length > 0)
    return outcome
  }

  return {
    pictures,
    states,
    percent,
    notice: waiting ? waitingNotice : stored ? '' : notStoredNotice,
    unfinished,
    failed,
    choose: (files) => setPictures((earlier) => [...earlier, ...files.map(choosePicture)]),
    describe: (picture, altText) =>
      setPictures((earlier) => earlier.map((other) => (other === picture ? { ...other, altText } : other))),
    remove: (picture) => setPictures((earlier) => earlier.filter((other) => other !== picture)),
    start: ({ pictures, details }) =>
      run(pictures.map((picture) => ({ picture, details, user, stored: false }))),
    resume: () => run(unfinished),
    discard: () => {
      setUnfinished([])
      setFailed(false)
      void withQueueLock(() => discardPictures(unfinished))
    },
  }
}

const failedText = ({ file }: ChosenPicture) => `Failed to upload ${file.name}.`
