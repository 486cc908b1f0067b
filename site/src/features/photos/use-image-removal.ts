import { deleteImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { PageErrors } from '../../ui/form-errors'
import { useRemoval } from '../../ui/use-removal'

/** Deletes a picture once a person has confirmed it. */
export const useImageRemoval = (pageErrors: PageErrors) =>
  useRemoval({
    question: 'Are you sure you want to delete this image?',
    action: 'Delete image',
    failure: 'Failed to delete image.',
    remove: deleteImage,
    invalidates: queryKeys.photos,
    pageErrors,
  })
