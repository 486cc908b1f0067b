import type { Problem } from '../lib/diagnostics.ts'

const photo = /^photos\/[a-z0-9]+(?:-[a-z0-9]+)*-([1-9][0-9]{0,14})\.[a-z0-9]+$/

/**
 * Returns the photo's id for a path `photos/<slug>-<id>.<ending>` below the content folder, and
 * undefined for every other path.
 */
export function photoId(path: string): number | undefined {
  const id = photo.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The error for an image that is neither in the photo library nor in the content folder. */
export const missingPhoto = (address: string): Problem => ({
  message: `The picture "${address}" is missing: the photos have none of this number`,
  hint: 'Choose another picture, or restore this one from the trash.',
})
