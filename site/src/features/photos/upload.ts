import { uploadImage } from '../../api/photos'
import { readTokens } from '../../api/token-store'

export interface UploadDetails {
  /** What every title begins with. */
  title: string
  description: string
  gallery: number | null
}

/** What is known after one more file: how it went, and how much of the whole is done. */
export interface UploadStep {
  file: File
  /** Why the file was refused; absent when it was taken. */
  failure?: unknown
  percent: number
}

/**
 * Uploads the files one after the other; one that fails does not stop the others. Calls `onStep` after each and
 * answers how many succeeded and failed.
 */
export async function uploadAll(
  files: readonly File[],
  { title, description, gallery }: UploadDetails,
  onStep: (step: UploadStep) => void,
): Promise<{ succeeded: number; failed: number }> {
  let failed = 0
  for (const [index, file] of files.entries()) {
    const percent = Math.round(((index + 1) / files.length) * 100)
    try {
      await uploadImage({ image: file, title: `${title} - ${file.name}`, description, gallery })
      onStep({ file, percent })
    } catch (failure) {
      failed += 1
      onStep({ file, failure, percent })
      // With the session over, the sign-in screen is on its way and the rest would only be refused.
      if (readTokens().access === null)
        return { succeeded: index + 1 - failed, failed: files.length - index - 1 + failed }
    }
  }
  return { succeeded: files.length - failed, failed }
}
