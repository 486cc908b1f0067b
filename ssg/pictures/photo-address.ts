import type { Problem } from '../lib/diagnostics.ts'

const photo = /^photos\/[a-z0-9]+(?:-[a-z0-9]+)*-([1-9][0-9]{0,14})\.[a-z0-9]+$/

/**
 * The id of the picture of the photo bench that the file at `path`, below the content folder, stands for:
 * `photos/<slug>-<id>.<ending>`. Undefined for every other file.
 */
export function photoId(path: string): number | undefined {
  const id = photo.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Of a picture that the photo bench does not have, nor the content folder. */
export const missingPhoto = (address: string): Problem => ({
  message: `The picture "${address}" is missing: the photos have none of this number`,
  hint: 'Choose another picture, or restore this one from the trash.',
})
