import { useState } from 'react'
import { uploadImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { readTokens } from '../../api/token-store'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'

/** A file that was chosen for upload. */
export interface ChosenPicture {
  /** Unique, also where the same file is chosen twice. */
  readonly id: number
  readonly file: File
  /** What the picture shows, in words; may be empty. */
  readonly altText: string
}

let lastId = 0

export function choosePicture(file: File): ChosenPicture {
  return { id: ++lastId, file, altText: '' }
}

/** What all pictures of one upload have in common. */
interface UploadDetails {
  /** The beginning of every title. */
  title: string
  description: string
  gallery: number | null
}

interface UploadOutcome {
  /** How many pictures were uploaded. */
  succeeded: number
  failed: readonly ChosenPicture[]
  /** Those of the failed that were not sent, since the session had ended. */
  notSent: readonly ChosenPicture[]
}

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
  /** What failed of the last batch, with its details. */
  failed: Batch | null
  choose: (files: readonly File[]) => void
  describe: (picture: ChosenPicture, altText: string) => void
  remove: (picture: ChosenPicture) => void
  /** Uploads a batch and answers, once the lists show it, how many pictures succeeded and failed. */
  start: (batch: Batch) => Promise<UploadOutcome>
}

/** The pictures chosen for upload, and the upload's progress. */
export function useUpload(pageErrors: PageErrors): Upload {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [states, setStates] = useState<Upload['states']>(new Map())
  const [percent, setPercent] = useState<number | null>(null)
  const [failed, setFailed] = useState<Batch | null>(null)
  useWarningBeforeLeaving(percent !== null)

  const upload = useInvalidatingMutation(async (batch: Batch) => {
    const outcome = await uploadAll(batch.pictures, batch.details, ({ picture, failure, percent }) => {
      setPercent(percent)
      setStates((earlier) => new Map(earlier).set(picture, failure ? 'failed' : 'done'))
      if (failure) {
        const fields = ['image', 'title', 'description', 'alt_text', 'gallery']
        pageErrors.add(pageError(failedText(picture), failure, ...fields))
      }
    })
    for (const picture of outcome.notSent) {
      pageErrors.add({ text: failedText(picture), reason: 'It was not sent: your session has ended.' })
    }
    return outcome
  }, queryKeys.photos)

  async function start(batch: Batch): Promise<UploadOutcome> {
    setPercent(0)
    setFailed(null)
    const outcome = await upload.mutateAsync(batch)
    setPictures((chosen) => chosen.filter((picture) => !batch.pictures.includes(picture)))
    setStates(new Map())
    setPercent(null)
    setFailed(outcome.failed.length > 0 ? { ...batch, pictures: outcome.failed } : null)
    return outcome
  }

  return {
    pictures,
    states,
    percent,
    failed,
    choose: (files) => setPictures((earlier) => [...earlier, ...files.map(choosePicture)]),
    describe: (picture, altText) =>
      setPictures((earlier) => earlier.map((other) => (other === picture ? { ...other, altText } : other))),
    remove: (picture) => setPictures((earlier) => earlier.filter((other) => other !== picture)),
    start,
  }
}

const failedText = ({ file }: ChosenPicture) => `Failed to upload ${file.name}.`

interface UploadStep {
  picture: ChosenPicture
  /** The error that the upload ended with, if it did. */
  failure: unknown
  /** How much of the batch is done. */
  percent: number
}

/** Uploads the pictures one after the other; one that fails does not stop the others. Calls `onStep` after each. */
async function uploadAll(
  pictures: readonly ChosenPicture[],
  { title, description, gallery }: UploadDetails,
  onStep: (step: UploadStep) => void,
): Promise<UploadOutcome> {
  const failed = new Set(pictures)
  let sent = 0
  for (const picture of pictures) {
    const { file, altText } = picture
    const failure = await uploadImage({
      image: file,
      title: `${title} - ${file.name}`,
      description,
      altText: altText.trim(),
      gallery,
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    sent++
    if (failure === undefined) failed.delete(picture)
    onStep({ picture, failure, percent: Math.round((sent / pictures.length) * 100) })
    // Without a session the sign-in screen is about to appear, and the rest would only be refused.
    if (readTokens().access === null) break
  }
  return { succeeded: pictures.length - failed.size, failed: [...failed], notSent: pictures.slice(sent) }
}
