import { useState } from 'react'
import { failureReason } from '../../api/api-error'
import type { Complaint, Complaints } from '../../ui/complaints'
import { useWarningBeforeLeaving } from '../../ui/use-warning-before-leaving'
import { uploadAll, type UploadDetails, type UploadOutcome } from './upload'

/** How the upload of a file went. */
export type FileMark = 'done' | 'failed'

/** Files that did not arrive, with what was to be said about them. */
interface LeftOver {
  files: readonly File[]
  details: UploadDetails
}

interface Upload {
  files: readonly File[]
  marks: ReadonlyMap<File, FileMark>
  /** How much is done, in whole percent; null when nothing is being uploaded. */
  percent: number | null
  leftOver: LeftOver | null
  choose: (files: readonly File[]) => void
  remove: (file: File) => void
  /** Uploads files and answers, once the lists show them, how many succeeded and failed. */
  start: (files: readonly File[], details: UploadDetails) => Promise<UploadOutcome>
}

/** The files to upload and the way they take, until they are all there and `onUploaded` has shown them. */
export function useUpload(complaints: Complaints, onUploaded: () => Promise<void>): Upload {
  const [files, setFiles] = useState<readonly File[]>([])
  const [marks, setMarks] = useState<ReadonlyMap<File, FileMark>>(new Map())
  const [percent, setPercent] = useState<number | null>(null)
  const [leftOver, setLeftOver] = useState<LeftOver | null>(null)
  useWarningBeforeLeaving(percent !== null)

  async function start(batch: readonly File[], details: UploadDetails): Promise<UploadOutcome> {
    setPercent(0)
    setLeftOver(null)
    const outcome = await uploadAll(batch, details, (step) => {
      setPercent(step.percent)
      setMarks((earlier) => new Map(earlier).set(step.file, step.failure ? 'failed' : 'done'))
      if (step.failure) complaints.add(failureOf(step.file, step.failure))
    })
    await onUploaded()
    setFiles((chosen) => chosen.filter((file) => !batch.includes(file)))
    setMarks(new Map())
    setPercent(null)
    setLeftOver(outcome.failed.length > 0 ? { files: outcome.failed, details } : null)
    return outcome
  }

  return {
    files,
    marks,
    percent,
    leftOver,
    choose: (chosen) => setFiles((earlier) => [...earlier, ...chosen]),
    remove: (file) => setFiles((earlier) => earlier.filter((other) => other !== file)),
    start,
  }
}

function failureOf(file: File, failure: unknown): Complaint {
  return { text: `Failed to upload ${file.name}.`, reason: failureReason(failure, 'image', 'title') }
}
