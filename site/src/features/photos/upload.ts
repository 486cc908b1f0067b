import { uploadImage } from '../../api/photos'
import { readTokens } from '../../api/token-store'
import type { ChosenPicture } from './chosen-picture'

/** What is said about all pictures of one upload. */
export interface UploadDetails {
  /** What every title begins with. */
  title: string
  description: string
  gallery: number | null
}

/** How many pictures made it, and which did not. */
export interface UploadOutcome {
  succeeded: number
  failed: readonly ChosenPicture[]
  /** Those of the failed that were not sent, for the session had ended. */
  untried: readonly ChosenPicture[]
}

/** What is known after one more picture: how it went, and how much of the whole is done. */
export interface UploadStep {
  picture: ChosenPicture
  /** Why it was refused; undefined when it was taken. */
  failure: unknown
  percent: number
}

/**
 * Uploads the pictures one after the other; one that fails does not stop the others. Calls `onStep` after each and
 * answers how it went.
 */
export async function uploadAll(
  pictures: readonly ChosenPicture[],
  { title, description, gallery }: UploadDetails,
  onStep: (step: UploadStep) => void,
): Promise<UploadOutcome> {
  const left = new Set(pictures)
  let tried = 0
  for (const [index, picture] of pictures.entries()) {
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
    tried++
    if (failure === undefined) left.delete(picture)
    onStep({ picture, failure, percent: Math.round(((index + 1) / pictures.length) * 100) })
    // With the session over, the sign-in screen is on its way and the rest would only be refused.
    if (readTokens().access === null) break
  }
  return { succeeded: pictures.length - left.size, failed: [...left], untried: pictures.slice(tried) }
}
