import { useEffect, useId, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listImagesByIds, updateImage, type ImageChanges } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { previousPicture } from '../../api/trash'
import type { Gallery, ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { Checkbox, Field, TextField } from '../../ui/field'
import { Dialog } from '../../ui/dialog'
import { Dropzone, pictureBytes } from '../../ui/dropzone'
import { changedTexts, Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { formErrors, pageError } from '../../ui/form-errors'
import { restoreItem } from '../../ui/use-removal'
import { showToast } from '../../ui/toast'
import work from '../../ui/work.module.css'
import { FocalPointField } from './focal-point-field'
import { GallerySelect } from './gallery-select'
import { galleryNameOf, whereShown } from './image-labels'
import styles from './photos.module.css'
import { ConversionError, heicToJpeg, isHeic } from './heic-to-jpeg'
import { HeicNote } from './heic-note'
import { offeredTypes, uploadTypes, whyNotUploaded } from './picture-files'
import { Preview } from './preview'

interface EditImageProps {
  image: ImageRecord
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  /** Whether it begins with the alternative text. */
  describing: boolean
  onClose: () => void
  /** Goes on to the next photo that lacks an alternative text; undefined if there is none. */
  onNext: (() => void) | undefined
}

/** The dialog that changes a photo. It closes when the change is saved or cancelled. */
export function EditImage({ galleries, describing, onClose, onNext, ...props }: EditImageProps) {
  const id = useId()
  const altText = useRef<HTMLInputElement>(null)
  // As it was when the dialog opened: what the list has later does not change under somebody's hands.
  const [image] = useState(props.image)
  const client = useQueryClient()
  const shown = whereShown(image, galleries)
  const update = useInvalidatingMutation(
    (changes: ImageChanges) => updateImage(image.id, changes),
    queryKeys.photos,
  )
  const [file, setFile] = useState<File>()
  const [point, setPoint] = useState(image.focal_point)
  const [decorative, setDecorative] = useState(image.decorative)
  // Another picture begins with its centre.
  const pointChanged = !file && point !== image.focal_point
  const decorativeChanged = decorative !== image.decorative
  const form = useFormAction(async (data) => {
    const texts = trimmedTexts(data, 'title', 'description', 'alt_text')
    if (texts.title === '') return { fields: { title: ['A title is required.'] } }
    const chosen = data.has('gallery') ? Number(data.get('gallery')) || null : image.gallery
    let previous: string | undefined
    try {
      const updated = await update.mutateAsync({
        ...(await requiredChanges(image)),
        ...changedTexts(texts, image),
        ...(chosen !== image.gallery && { gallery: chosen }),
        image: file && isHeic(file) ? await heicToJpeg(file) : file,
        ...(decorativeChanged && { decorative }),
        ...(pointChanged && { focal_point: point }),
      })
      // The same file again replaces nothing.
      if (updated.image_url !== image.image_url) {
        previous = await previousPicture(image.id).catch(() => undefined)
      }
    } catch (error) {
      const failure = pageError('Failed to update image. Check console for details.', error, 'image')
      const { text } = failure
      const reason = error instanceof ConversionError ? error.message : failure.reason
      console.error(
        `Failed to update image ${image.id}:`,
        error instanceof Error ? error.message : '',
        reason,
      )
      const message = (
        <>
          <p>{text}</p>
          {reason && <p>{reason}</p>}
        </>
      )
      return { fields: formErrors(error, '').fields, message }
    }
    if (data.has('next') && onNext) onNext()
    else onClose()
    showToast(
      'Image updated successfully!',
      previous === undefined
        ? undefined
        : { label: 'Undo', run: () => restoreItem(client, previous, texts.title) },
    )
    return null
  })

  useEffect(() => {
    if (describing) altText.current?.focus()
  }, [describing])

  return (
    <Dialog
      aria-labelledby={id}
      className={styles.editor}
      changed={file !== undefined || pointChanged || decorativeChanged}
      onClose={onClose}
    >
      <h2 id={id}>Edit image</h2>
      <Form {...form} locks noValidate>
        <Replacement image={image} file={file} onChoose={setFile} disabled={form.pending} />
        {!file && <FocalPointField image={image} point={point} onChange={setPoint} />}
        <TextField name="title" label="Title" defaultValue={image.title} autoComplete="off" aria-required />
        <TextField
          name="description"
          label="Description (optional)"
          rows={2}
          defaultValue={image.description}
        />
        <TextField
          ref={altText}
          name="alt_text"
          label="Alternative text (optional)"
          hint="What it shows, for people who cannot see it."
          defaultValue={image.alt_text}
          autoComplete="off"
          disabled={decorative}
        />
        <Checkbox checked={decorative} onChange={({ target }) => setDecorative(target.checked)}>
          Decorative: it needs no alternative text
        </Checkbox>
        <Field
          name="gallery"
          label="Gallery"
          hint={galleries ? undefined : `The picture stays where it is: ${galleryNameOf(image)}.`}
        >
          {(control) => (
            <GallerySelect
              control={control}
              galleries={galleries}
              none="No Gallery (Unassigned)"
              chosen={
                typeof image.gallery === 'number' ? { id: image.gallery, name: galleryNameOf(image) } : null
              }
            />
          )}
        </Field>
        {shown && <p className={work.note}>{shown}</p>}
        <div className={styles.answers}>
          <Button onClick={onClose}>Cancel</Button>
          {onNext && (
            // First, so that Enter presses it.
            <SubmitButton variant="primary" name="next" busy="Saving...">
              Save and next
            </SubmitButton>
          )}
          <SubmitButton variant={onNext ? 'outline' : 'primary'} busy="Saving...">
            Save Changes
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** What every change names, as it is now: somebody else may have changed it since the dialog opened. */
async function requiredChanges(opened: ImageRecord): Promise<ImageChanges> {
  const now = await listImagesByIds([opened.id]).catch(() => [])
  const { title, description, gallery } = now.find(({ id }) => id === opened.id) ?? opened
  return { title, description, gallery }
}

interface ReplacementProps {
  image: ImageRecord
  file: File | undefined
  onChoose: (file: File | undefined) => void
  disabled: boolean
}

/** Shows the current picture, and lets the visitor choose a file that replaces it. */
function Replacement({ image, file, onChoose, disabled }: ReplacementProps) {
  const [refusal, setRefusal] = useState('')
  const choose = (chosen: File | undefined) => {
    setRefusal('')
    onChoose(chosen)
  }
  return (
    <div className={styles.pictures}>
      <img
        src={image.thumbnail_url}
        alt={image.alt_text}
        width={96}
        height={96}
        style={{ objectPosition: objectPosition(image.focal_point) }}
      />
      <div className={styles.replacement}>
        <Dropzone
          accept={uploadTypes}
          offer={offeredTypes('GestureEvent' in window)}
          maxSize={pictureBytes}
          multiple={false}
          disabled={disabled}
          onChoose={([chosen]) => choose(chosen)}
          onRefuse={(refused) => setRefusal(whyNotUploaded(refused))}
          hint="JPEG, PNG, GIF, WebP or HEIC, up to 25 MB"
        >
          <b>Replace the picture</b> (optional)
        </Dropzone>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        {file && isHeic(file) && <HeicNote />}
        {file && (
          <div role="group" aria-label="Replacement" className={styles.newFile}>
            <Preview file={file} />
            <span>{file.name}</span>
            <Button variant="quiet" aria-disabled={disabled} onClick={() => !disabled && choose(undefined)}>
              Keep the old one
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
