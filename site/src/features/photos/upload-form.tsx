import type { SubmitEvent } from 'react'
import type { Gallery } from '../../api/types'
import { Card } from '../../ui/card'
import { formText } from '../../ui/form-text'
import { Progress } from '../../ui/progress'
import { SubmitButton } from '../../ui/submit-button'
import { showToast, showErrorToast } from '../../ui/toast'
import { ChosenPictures } from './chosen-pictures'
import type { PageErrors } from '../../ui/page-errors'
import { Dropzone } from '../../ui/dropzone'
import styles from '../../ui/work-form.module.css'
import { pictureBytes, pictureHint, pictureTypes, whyRefused } from './picture-files'
import { RetryFailed } from './retry-failed'
import type { UploadDetails } from './upload'
import { UploadFields } from './upload-fields'
import { useUpload } from './use-upload'

interface UploadFormProps {
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** The form that uploads pictures, any number at a time. */
export function UploadForm({ galleries, pageErrors }: UploadFormProps) {
  const { pictures, states, percent, failed, choose, describe, remove, start } = useUpload(pageErrors)
  const uploading = percent !== null

  async function upload(batch: Parameters<typeof start>[0], form?: HTMLFormElement): Promise<void> {
    pageErrors.clear()
    const { succeeded, failed } = await start(batch)
    form?.reset()
    if (failed.length === 0) showToast(`Successfully uploaded ${succeeded} image(s)!`)
    else showErrorToast(`Finished uploading. ${succeeded} succeeded, ${failed.length} failed. Check errors.`)
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (uploading) return
    const form = event.currentTarget
    const details = detailsOf(new FormData(form))
    if (pictures.length === 0 || details.title === '') {
      pageErrors.clear()
      const text = 'At least one File and a Title are required for image upload.'
      pageErrors.add({ text }, { urgent: true })
    } else {
      void upload({ pictures, details }, form)
    }
  }

  return (
    <Card as="section" aria-labelledby="upload-images">
      <h2 id="upload-images" className={styles.title}>
        Upload images
      </h2>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Dropzone
          accept={pictureTypes}
          maxSize={pictureBytes}
          disabled={uploading}
          onChoose={choose}
          onRefuse={(file) => pageErrors.add({ text: whyRefused(file) })}
          hint={pictureHint}
        >
          <b>Choose images</b> or drop them here
        </Dropzone>
        {pictures.length > 0 && (
          <ChosenPictures
            pictures={pictures}
            states={states}
            readOnly={uploading}
            onDescribe={describe}
            onRemove={remove}
          />
        )}
        {failed && !uploading && (
          <RetryFailed pictures={failed.pictures} onRetry={() => void upload(failed)} />
        )}
        <UploadFields galleries={galleries} readOnly={uploading} />
        {uploading && <Progress label="Upload progress" percent={percent} />}
        <SubmitButton variant="primary" wide busy={uploading && `Uploading... (${percent}%)`}>
          Upload Image(s)
        </SubmitButton>
      </form>
    </Card>
  )
}

function detailsOf(data: FormData): UploadDetails {
  const gallery = formText(data, 'gallery')
  return {
    title: formText(data, 'title').trim(),
    description: formText(data, 'description').trim(),
    gallery: gallery === '' ? null : Number(gallery),
  }
}
