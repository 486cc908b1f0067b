import { useState, type SubmitEvent } from 'react'
import type { Gallery } from '../../../api/types'
import { Button } from '../../../ui/button'
import { Dropzone } from '../../../ui/dropzone'
import { Checkbox, Field, TextField } from '../../../ui/field'
import { Form, SubmitButton } from '../../../ui/form'
import { usePageErrors } from '../../../ui/form-errors'
import { Row } from '../../../ui/layout'
import { ErrorBanner } from '../../../ui/list-screen'
import { Progress } from '../../../ui/progress'
import { Sheet, SheetBody, SheetFoot, sheetForm } from '../../../ui/sheet'
import { Note } from '../../../ui/note'
import { ChosenImages } from './chosen-images'
import { GallerySelect } from '../galleries/gallery-select'
import { isHeic } from './heic-to-jpeg'
import { HeicNote } from './heic-note'
import { imageFiles, imageHint, whyNotUploaded } from './image-files'
import { KnownImages } from './known-images'
import { longestSide } from './scale-down'
import {
  chooseImage,
  percentOf,
  startUpload,
  useUploads,
  type ChosenImage,
  type UploadDetails,
} from './upload-queue'

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

const blank: UploadDetails = { title: '', description: '', gallery: null, scaleDown: false }

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
  const sent = uploading ? uploads.entries.filter(({ status }) => status !== 'left') : []
  const images = uploading ? sent : chosen.images.map((image) => ({ image }))
  const [entered, setEntered] = useState(blank)
  // During an upload its own, even if another screen or an earlier visit started it.
  const details = sent[0]?.image.details ?? entered
  const enter = (part: Partial<UploadDetails>) => setEntered({ ...entered, ...part })

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (uploading) return
    const title = entered.title.trim()
    errors.clear()
    if (chosen.images.length === 0 || title === '') {
      const text = 'At least one File and a Title are required for image upload.'
      errors.add({ text }, { urgent: true })
      return
    }
    onStart()
    void startUpload(chosen.images, { ...entered, title, description: entered.description.trim() }, user)
    chosen.clear()
    setEntered(blank)
  }

  return (
    <Sheet title="Upload photos" open={open} onClose={onClose}>
      <Form state={null} pending={uploading} locks onSubmit={onSubmit} noValidate className={sheetForm}>
        <SheetBody>
          <TextField
            name="title"
            label="Base title"
            hint="Each title becomes “Your title - file name”."
            autoComplete="off"
            aria-required
            value={details.title}
            onChange={({ target }) => enter({ title: target.value })}
          />
          <Dropzone
            {...imageFiles}
            disabled={uploading}
            onChoose={chosen.add}
            onRefuse={(file) => errors.add({ text: whyNotUploaded(file) })}
            hint={`${imageHint} each`}
          >
            <b>Choose images</b> or drop them here
          </Dropzone>
          <Field name="gallery" label="Gallery (optional)">
            {(control) => (
              <GallerySelect
                control={control}
                galleries={galleries}
                none="No Gallery"
                value={details.gallery ?? ''}
                onChange={({ target }) => enter({ gallery: Number(target.value) || null })}
              />
            )}
          </Field>
          <TextField
            name="description"
            label="Description (optional)"
            rows={2}
            value={details.description}
            onChange={({ target }) => enter({ description: target.value })}
          />
          <div>
            <Checkbox
              aria-describedby="scale-down-hint"
              checked={details.scaleDown}
              onChange={({ target }) => enter({ scaleDown: target.checked })}
            >
              Resize before upload
            </Checkbox>
            <Note id="scale-down-hint">
              At most {longestSide.toLocaleString('en')} pixels wide or high. The originals aren’t kept.
            </Note>
          </div>
          {images.length > 0 && (
            <ChosenImages images={images} onDescribe={chosen.describe} onRemove={chosen.remove} />
          )}
          <KnownImages {...{ galleries, errors }} chosen={chosen.images} onRemove={chosen.remove} />
          {images.some(({ image }) => isHeic(image.file)) && <HeicNote />}
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
