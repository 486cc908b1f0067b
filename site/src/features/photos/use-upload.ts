import { useState } from 'react'
import { failureReason } from '../../api/api-error'
import type { PageError, PageErrors } from '../../ui/page-errors'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { choosePicture, type ChosenPicture } from './chosen-picture'
import { uploadAll, type UploadDetails, type UploadOutcome } from './upload'

/** How the upload of a picture went. */
export type UploadMark = 'done' | 'failed'

/** Pictures that did not arrive, with what was to be said about them. */
interface LeftOver {
  pictures: readonly ChosenPicture[]
  details: UploadDetails
}

interface Upload {
  pictures: readonly ChosenPicture[]
  marks: ReadonlyMap<ChosenPicture, UploadMark>
  /** How much is done, in whole percent; null when nothing is being uploaded. */
  percent: number | null
  leftOver: LeftOver | null
  choose: (files: readonly File[]) => void
  describe: (picture: ChosenPicture, altText: string) => void
  remove: (picture: ChosenPicture) => void
  /** Uploads pictures and answers, once the lists show them, how many succeeded and failed. */
  start: (batch: readonly ChosenPicture[], details: UploadDetails) => Promise<UploadOutcome>
}

/** The pictures to upload and the way they take, until they are all there and `onUploaded` has shown them. */
export function useUpload(pageErrors: PageErrors, onUploaded: () => Promise<void>): Upload {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [marks, setMarks] = useState<Upload['marks']>(new Map())
  const [percent, setPercent] = useState<number | null>(null)
  const [leftOver, setLeftOver] = useState<LeftOver | null>(null)
  useWarningBeforeLeaving(percent !== null)

  async function start(batch: readonly ChosenPicture[], details: UploadDetails): Promise<UploadOutcome> {
    setPercent(0)
    setLeftOver(null)
    const outcome = await uploadAll(batch, details, (step) => {
      setPercent(step.percent)
      setMarks((earlier) => new Map(earlier).set(step.picture, step.failure ? 'failed' : 'done'))
      if (step.failure) pageErrors.add(errorOf(step.picture, reasonOf(step.failure)))
    })
    for (const picture of outcome.untried) {
      pageErrors.add(errorOf(picture, 'It was not sent: your session has ended.'))
    }
    await onUploaded()
    setPictures((chosen) => chosen.filter((picture) => !batch.includes(picture)))
    setMarks(new Map())
    setPercent(null)
    setLeftOver(outcome.failed.length > 0 ? { pictures: outcome.failed, details } : null)
    return outcome
  }

  return {
    pictures,
    marks,
    percent,
    leftOver,
    choose: (files) => setPictures((earlier) => [...earlier, ...files.map(choosePicture)]),
    describe: (picture, altText) =>
      setPictures((earlier) => earlier.map((other) => (other === picture ? { ...other, altText } : other))),
    remove: (picture) => setPictures((earlier) => earlier.filter((other) => other !== picture)),
    start,
  }
}

function errorOf({ file }: ChosenPicture, reason: string): PageError {
  return { text: `Failed to upload ${file.name}.`, reason }
}

const reasonOf = (failure: unknown) =>
  failureReason(failure, 'image', 'title', 'description', 'alt_text', 'gallery')
