import { uploadImage } from '../../api/photos'
import { readTokens } from '../../api/token-store'

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
export interface UploadDetails {
  /** The beginning of every title. */
  title: string
  description: string
  gallery: number | null
}

export interface UploadOutcome {
  /** How many pictures were uploaded. */
  succeeded: number
  failed: readonly ChosenPicture[]
  /** Those of the failed that were not sent, since the session had ended. */
  notSent: readonly ChosenPicture[]
}

interface UploadStep {
  picture: ChosenPicture
  /** The error that the upload ended with, if it did. */
  failure: unknown
  /** How much of the batch is done. */
  percent: number
}

/** Uploads the pictures one after the other; one that fails does not stop the others. Calls `onStep` after each. */
export async function uploadAll(
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
