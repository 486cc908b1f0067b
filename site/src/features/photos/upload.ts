import { uploadImage } from '../../api/photos'
import { readTokens } from '../../api/token-store'

export interface UploadDetails {
  /** What every title begins with. */
  title: string
  description: string
  gallery: number | null
}

/** How many files made it, and which did not. */
export interface UploadOutcome {
  succeeded: number
  failed: readonly File[]
}

/** What is known after one more file: how it went, and how much of the whole is done. */
export interface UploadStep {
  file: File
  /** Why the file was refused; undefined when it was taken. */
  failure: unknown
  percent: number
}

/**
 * Uploads the files one after the other; one that fails does not stop the others. Calls `onStep` after each and
 * answers how it went.
 */
export async function uploadAll(
  files: readonly File[],
  { title, description, gallery }: UploadDetails,
  onStep: (step: UploadStep) => void,
): Promise<UploadOutcome> {
  const left = new Set(files.keys())
  for (const [index, image] of files.entries()) {
    const failure = await uploadImage({
      image,
      title: `${title} - ${image.name}`,
      description,
      gallery,
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) left.delete(index)
    onStep({ file: image, failure, percent: Math.round(((index + 1) / files.length) * 100) })
    // With the session over, the sign-in screen is on its way and the rest would only be refused.
    if (readTokens().access === null) break
  }
  return { succeeded: files.length - left.size, failed: files.filter((_, index) => left.has(index)) }
}
