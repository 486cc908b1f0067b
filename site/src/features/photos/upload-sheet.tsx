import { useState, type SubmitEvent } from 'react'
import type { Gallery } from '../../api/types'
import { Button } from '../../ui/button'
import { Dropzone } from '../../ui/dropzone'
import { Checkbox, Field, TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts } from '../../ui/form'
import { usePageErrors } from '../../ui/form-errors'
import { Row } from '../../ui/layout'
import { ErrorBanner } from '../../ui/list-screen'
import { Progress } from '../../ui/progress'
import { Sheet, SheetBody, SheetFoot, sheetForm } from '../../ui/sheet'
import { Note } from '../../ui/note'
import { ChosenImages } from './chosen-images'
import { GallerySelect } from './gallery-select'
import { isHeic } from './heic-to-jpeg'
import { HeicNote } from './heic-note'
import { imageFiles, imageHint, whyNotUploaded } from './image-files'
import { KnownImages } from './known-images'
import { longestSide } from './scale-down'
import { chooseImage, percentOf, startUpload, useUploads, type ChosenImage } from './upload-queue'

/** The images that are to be uploaded next. */
export function useChosenImages() {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  return {
    images,
    add: (files: readonly File[]) => setImages((earlier) => [...earlier, ...files.map(chooseImage)]),
    describe: (id: string, altText: string) =>
      setImages((earlier) => earlier.map((image) => (image.id === id ? { ...image, altText } : image))),
    remove: (id: string) => setImages((earlier) => earlier.filter((image) => image.id !== id)),
    clear: () => setImages([]),
  }
}

interface UploadSheetProps {
  open: boolean
  onClose: () => void
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  chosen: ReturnType<typeof useChosenImages>
  errors: ReturnType<typeof usePageErrors>
  /** The ID of the signed-in user. */
  user: number
  onStart: () => void
}

export function UploadSheet({ open, onClose, galleries, chosen, errors, user, onStart }: UploadSheetProps) {
  const uploads = useUploads()
  const uploading = uploads.running
  const percent = percentOf(uploads)
  const images = uploading
    ? uploads.entries.filter(({ status }) => status !== 'left')
    : chosen.images.map((image) => ({ image }))

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (uploading) return
    const form = event.currentTarget
    const data = new FormData(form)
    const texts = trimmedTexts(data, 'title', 'description')
    errors.clear()
    if (chosen.images.length === 0 || texts.title === '') {
      const text = 'At least one File and a Title are required for image upload.'
      errors.add({ text }, { urgent: true })
      return
    }
    const gallery = Number(data.get('gallery')) || null
    const details = { ...texts, gallery, scaleDown: data.has('scale-down') }
    onStart()
    void startUpload(chosen.images, details, user).then(() => form.reset())
    chosen.clear()
  }

  return (
    <Sheet title="Upload photos" open={open} onClose={onClose}>
      <Form state={null} pending={uploading} locks onSubmit={onSubmit} noValidate className={sheetForm}>
        <SheetBody>
          <Dropzone
            {...imageFiles}
            disabled={uploading}
            onChoose={chosen.add}
            onRefuse={(file) => errors.add({ text: whyNotUploaded(file) })}
            hint={`${imageHint} each`}
          >
            <b>Choose images</b> or drop them here
          </Dropzone>
          {images.length > 0 && (
            <ChosenImages images={images} onDescribe={chosen.describe} onRemove={chosen.remove} />
          )}
          <KnownImages {...{ galleries, errors }} chosen={chosen.images} onRemove={chosen.remove} />
          {images.some(({ image }) => isHeic(image.file)) && <HeicNote />}
          <TextField
            name="title"
            label="Base title"
            hint="Each title becomes “Your title - file name”."
            autoComplete="off"
            aria-required
          />
          <Field name="gallery" label="Gallery (optional)">
            {(control) => <GallerySelect control={control} galleries={galleries} none="No Gallery" />}
          </Field>
          <TextField name="description" label="Description (optional)" rows={2} />
          <div>
            <Checkbox name="scale-down" aria-describedby="scale-down-hint">
              Resize before upload
            </Checkbox>
            <Note id="scale-down-hint">
              At most {longestSide.toLocaleString('en')} pixels wide or high. The originals aren’t kept.
            </Note>
          </div>
        </SheetBody>
        <SheetFoot>
          <ErrorBanner pageErrors={errors} />
          {uploading && (
            <>
              <Progress label="Upload progress" percent={percent} />
              <Note role="status">{uploads.notice}</Note>
            </>
          )}
          <Row gap="sm" data-answers>
            <Button onClick={onClose}>{uploading ? 'Hide' : 'Cancel'}</Button>
            <SubmitButton variant="primary" busy={`Uploading... (${percent}%)`}>
              Upload Image(s)
            </SubmitButton>
          </Row>
        </SheetFoot>
      </Form>
    </Sheet>
  )
}
