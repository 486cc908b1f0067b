import type { SubmitEvent } from 'react'
import type { Gallery } from '../../api/types'
import { cx } from '../../lib/cx'
import { Card } from '../../ui/card'
import { Checkbox, Field, TextField } from '../../ui/field'
import { Dropzone, pictureBytes } from '../../ui/dropzone'
import { Form, SubmitButton, trimmedTexts } from '../../ui/form'
import type { PageErrors } from '../../ui/form-errors'
import { Progress } from '../../ui/progress'
import { showToast, showErrorToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import { useAuth } from '../auth/use-auth'
import { ChosenPictures } from './chosen-pictures'
import { GallerySelect } from './gallery-select'
import { HeicNote } from './heic-note'
import { isHeic } from './heic-to-jpeg'
import { KnownPictures } from './known-pictures'
import styles from './photos.module.css'
import { offeredTypes, pictureHint, uploadTypes, whyNotUploaded } from './picture-files'
import { longestSide } from './scale-down'
import type { UploadOutcome } from './upload-all'
import { UnfinishedUploads } from './unfinished-uploads'
import { useUpload } from './use-upload'

interface UploadFormProps {
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** The form that uploads pictures, any number at a time. */
export function UploadForm({ galleries, pageErrors }: UploadFormProps) {
  const upload = useUpload(pageErrors, useAuth().user?.id ?? 0)
  const { pictures, percent, unfinished } = upload
  const uploading = percent !== null

  function report({ succeeded, failed }: UploadOutcome): void {
    if (failed.length === 0) showToast(`Successfully uploaded ${succeeded} image(s)!`)
    else showErrorToast(`Finished uploading. ${succeeded} succeeded, ${failed.length} failed. Check errors.`)
  }

  function reportStop(): void {
    const text =
      'The upload stopped unexpectedly. Check which pictures are listed below, then upload the rest.'
    pageErrors.add({ text }, { urgent: true })
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (uploading) return
    const form = event.currentTarget
    const data = new FormData(form)
    const details = {
      ...trimmedTexts(data, 'title', 'description'),
      gallery: Number(data.get('gallery')) || null,
      scaleDown: data.has('scale-down'),
    }
    if (pictures.length === 0 || details.title === '') {
      pageErrors.clear()
      const text = 'At least one File and a Title are required for image upload.'
      pageErrors.add({ text }, { urgent: true })
    } else {
      pageErrors.clear()
      void upload.start({ pictures, details }).then((outcome) => {
        form.reset()
        report(outcome)
      }, reportStop)
    }
  }

  return (
    <Card as="section" aria-labelledby="upload-images">
      <h2 id="upload-images" className={work.title}>
        Upload images
      </h2>
      <Form state={null} pending={uploading} locks onSubmit={onSubmit} noValidate>
        <Dropzone
          accept={uploadTypes}
          offer={offeredTypes('GestureEvent' in window)}
          maxSize={pictureBytes}
          disabled={uploading}
          onChoose={upload.choose}
          onRefuse={(file) => pageErrors.add({ text: whyNotUploaded(file) })}
          hint={pictureHint}
        >
          <b>Choose images</b> or drop them here
        </Dropzone>
        {pictures.length > 0 && (
          <ChosenPictures
            pictures={pictures}
            states={upload.states}
            onDescribe={upload.describe}
            onRemove={upload.remove}
          />
        )}
        {!uploading && (
          <KnownPictures
            pictures={pictures}
            galleries={galleries}
            onRemove={upload.remove}
            pageErrors={pageErrors}
          />
        )}
        {pictures.some(({ file }) => isHeic(file)) && <HeicNote />}
        {unfinished.length > 0 && !uploading && (
          <UnfinishedUploads
            pictures={unfinished}
            failed={upload.failed}
            onResume={() => {
              pageErrors.clear()
              void upload.resume().then(report, reportStop)
            }}
            onDiscard={upload.discard}
          />
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
        <Checkbox name="scale-down" aria-describedby="scale-down-hint">
          Scale down in the browser before uploading
        </Checkbox>
        <p id="scale-down-hint" className={cx(work.note, styles.checkboxHint)}>
          Larger JPEG, PNG and WebP pictures are made {longestSide.toLocaleString('en')} pixels wide or high,
          which takes less data on the way. The site keeps no larger one then.
        </p>
        {uploading && (
          <>
            <Progress label="Upload progress" percent={percent} />
            <p role="status" className={work.note}>
              {upload.notice}
            </p>
          </>
        )}
        <SubmitButton variant="primary" wide busy={`Uploading... (${percent ?? 0}%)`}>
          Upload Image(s)
        </SubmitButton>
      </Form>
    </Card>
  )
}
