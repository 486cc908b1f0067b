import type { SubmitEvent } from 'react'
import type { Gallery } from '../../api/types'
import { count } from '../../lib/count'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Dropzone } from '../../ui/dropzone'
import { Field, TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts } from '../../ui/form'
import type { PageErrors } from '../../ui/form-errors'
import { Progress } from '../../ui/progress'
import { showToast, showErrorToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import { ChosenPictures } from './chosen-pictures'
import { GallerySelect } from './gallery-select'
import styles from './photos.module.css'
import { pictureBytes, pictureHint, pictureTypes, whyRefused } from './picture-files'
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
    const data = new FormData(form)
    const details = {
      ...trimmedTexts(data, 'title', 'description'),
      gallery: Number(data.get('gallery')) || null,
    }
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
      <h2 id="upload-images" className={work.title}>
        Upload images
      </h2>
      <Form state={null} pending={uploading} locks onSubmit={onSubmit} noValidate>
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
          <ChosenPictures pictures={pictures} states={states} onDescribe={describe} onRemove={remove} />
        )}
        {failed && !uploading && (
          <div role="group" aria-label="Not uploaded" className={styles.failed}>
            <p className={work.note}>
              {count(failed.pictures.length, 'file was', 'files were')} not uploaded:{' '}
              {failed.pictures.map(({ file }) => file.name).join(', ')}
            </p>
            <Button onClick={() => void upload(failed)}>Retry failed</Button>
          </div>
        )}
        <div className={work.pair}>
          <TextField
            name="title"
            label="Base title"
            hint="Each picture gets this title and its file name."
            autoComplete="off"
            aria-required
          />
          <Field name="gallery" label="Gallery (optional)">
            {(control) => <GallerySelect control={control} galleries={galleries} none="No Gallery" />}
          </Field>
        </div>
        <TextField name="description" label="Description (optional)" rows={2} />
        {uploading && <Progress label="Upload progress" percent={percent} />}
        <SubmitButton variant="primary" wide busy={`Uploading... (${percent ?? 0}%)`}>
          Upload Image(s)
        </SubmitButton>
      </Form>
    </Card>
  )
}
