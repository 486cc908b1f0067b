import { FileName } from '../../../ui/note'
import { useEffect, useMemo, useRef, useState } from 'react'
import { listImagesByIds, updateImage, type ImageChanges } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import { previousImage } from '../../../api/trash'
import { useRestore } from '../../../api/use-restore'
import type { Gallery, ImageRecord } from '../../../api/types'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { AnimatedNote } from '../../../ui/animated-note'
import { Button } from '../../../ui/button'
import { confirm } from '../../../ui/confirm'
import { Checkbox, Field, TextField } from '../../../ui/field'
import { Answers, hasChanges, Modal } from '../../../ui/dialog'
import { Dropzone } from '../../../ui/dropzone'
import { changedTexts, Form, SubmitButton, trimmedTexts, useFormAction } from '../../../ui/form'
import { formErrors, pageError } from '../../../ui/form-errors'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons'
import { Grid, Row, Stack } from '../../../ui/layout'
import { reportRestored } from '../../../ui/use-removal'
import { showToast } from '../../../ui/toast'
import { FocalPointField } from './focal-point-field'
import { GallerySelect } from '../galleries/gallery-select'
import { galleryNameOf, whereShown } from '../image-labels'
import styles from '../photos.module.css'
import { ConversionError, heicToJpeg, isHeic } from '../upload/heic-to-jpeg'
import { HeicNote } from '../upload/heic-note'
import { imageFiles, imageHint, whyNotUploaded } from '../upload/image-files'
import { FileThumbnail } from '../upload/file-thumbnail'
import { useFurtherLanguages, type ImageList } from '../queries'

interface EditImageProps {
  image: ImageRecord
  list: Pick<ImageList, 'filter' | 'images' | 'offset' | 'matching'>
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  onClose: () => void
  /** Edits another image of the list. */
  onGo: (image: ImageRecord) => void
}

export function EditImage({ galleries, list, onClose, onGo, ...props }: EditImageProps) {
  const altText = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLInputElement>(null)
  // Kept from when the dialog opened, so that a reload does not change the form during editing.
  const [image] = useState(props.image)
  const restore = useRestore()
  const update = useInvalidatingMutation(
    (changes: ImageChanges) => updateImage(image.id, changes),
    queryKeys.photos,
  )
  const languages = useFurtherLanguages()
  const [file, setFile] = useState<File>()
  const [point, setPoint] = useState(image.focal_point)
  const [decorative, setDecorative] = useState(image.decorative)
  const index = list.images.findIndex((other) => other.id === image.id)
  const describing = list.filter.altText === 'missing'
  const next = index < 0 ? undefined : list.images[index + 1]
  // The focal point of a replacement is the centre.
  const pointChanged = !file && point !== image.focal_point
  const decorativeChanged = decorative !== image.decorative
  const changed = file !== undefined || pointChanged || decorativeChanged

  const form = useFormAction(async (data) => {
    const texts = trimmedTexts(data, 'title', 'description', 'alt_text')
    if (texts.title === '') return { fields: { title: ['A title is required.'] } }
    const altTexts = changedTexts(
      Object.fromEntries(
        languages.map((code) => [code, trimmedTexts(data, `alt_texts.${code}`)[`alt_texts.${code}`] ?? '']),
      ),
      image.alt_texts ?? {},
    ) as Record<string, string>
    const gallery = data.has('gallery') ? Number(data.get('gallery')) || null : image.gallery
    let previous: string | undefined
    try {
      const updated = await update.mutateAsync({
        ...(await requiredChanges(image)),
        ...changedTexts(texts, image),
        ...(Object.keys(altTexts).length > 0 && { alt_texts: altTexts }),
        ...(gallery !== image.gallery && { gallery }),
        image: file && isHeic(file) ? await heicToJpeg(file) : file,
        ...(decorativeChanged && { decorative }),
        ...(pointChanged && { focal_point: point }),
      })
      // Uploading the same file again does not replace the image.
      if (updated.image_url !== image.image_url)
        previous = await previousImage(image.id).catch(() => undefined)
    } catch (error) {
      return failureOf(error, image)
    }
    if (data.has('next') && next) onGo(next)
    else onClose()
    showToast(
      'Image updated successfully!',
      previous === undefined
        ? undefined
        : { label: 'Undo', run: () => reportRestored(restore([previous]), `“${texts.title}”`) },
    )
    return null
  })

  useEffect(() => {
    const first = describing ? altText : title
    first.current?.focus()
  }, [describing])

  async function go(to: ImageRecord | undefined, button: HTMLButtonElement): Promise<void> {
    const isChanged = changed || (button.form?.parentElement && hasChanges(button.form.parentElement))
    if (!to || form.pending) return
    if (!isChanged || (await confirm('Discard your changes?', { action: 'Discard', keep: 'Keep editing' })))
      onGo(to)
  }

  return (
    <Modal title="Edit photo" size="photo" changed={changed} onClose={onClose}>
      <Form {...form} locks noValidate>
        <Grid columns="wide" gap="lg">
          <FocalPointField image={image} point={file ? null : point} onChange={setPoint} />
          <Stack>
            <TextField
              ref={title}
              name="title"
              label="Title"
              defaultValue={image.title}
              autoComplete="off"
              aria-required
            />
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
              hint="Describes the photo for people who can’t see it."
              defaultValue={image.alt_text}
              autoComplete="off"
              // Kept, in case the photo is not decorative after all.
              {...(decorative && { readOnly: true })}
            />
            {languages.map((code) => (
              <TextField
                key={code}
                name={`alt_texts.${code}`}
                label={`Alternative text in ${languageNames.of(code) ?? code} (optional)`}
                lang={code}
                defaultValue={image.alt_texts?.[code]}
                autoComplete="off"
                {...(decorative && { readOnly: true })}
              />
            ))}
            <Checkbox checked={decorative} onChange={({ target }) => setDecorative(target.checked)}>
              Decorative, needs no alternative text
            </Checkbox>
            <GalleryField image={image} galleries={galleries} />
            <Replacement image={image} file={file} onChoose={setFile} disabled={form.pending} />
          </Stack>
        </Grid>
        <Answers>
          {index >= 0 && (
            <Row gap="sm" className={styles.neighbours}>
              <IconButton
                label="Previous photo"
                aria-disabled={index === 0}
                onClick={({ currentTarget }) => void go(list.images[index - 1], currentTarget)}
              >
                <Icon of={IconChevronLeft} />
              </IconButton>
              <span>{`${list.offset + index + 1} of ${list.matching}`}</span>
              <IconButton
                label="Next photo"
                aria-disabled={!next}
                onClick={({ currentTarget }) => void go(next, currentTarget)}
              >
                <Icon of={IconChevronRight} />
              </IconButton>
            </Row>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {describing && next ? (
            <>
              {/* Enter presses the first submit button of a form. */}
              <SubmitButton variant="primary" name="next" busy="Saving...">
                Save and next
              </SubmitButton>
              <SubmitButton busy="Saving...">Save Changes</SubmitButton>
            </>
          ) : (
            <SubmitButton variant="primary" busy="Saving...">
              Save Changes
            </SubmitButton>
          )}
        </Answers>
      </Form>
    </Modal>
  )
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** The current values of the fields required in every change. Other staff may have changed them since the dialog opened. */
async function requiredChanges(opened: ImageRecord): Promise<ImageChanges> {
  const now = await listImagesByIds([opened.id]).catch(() => [])
  const { title, description, gallery } = now.find(({ id }) => id === opened.id) ?? opened
  return { title, description, gallery }
}

function failureOf(error: unknown, { id }: ImageRecord) {
  const failure = pageError('Failed to update image. Check console for details.', error, 'image')
  const reason = error instanceof ConversionError ? error.message : failure.reason
  console.error(`Failed to update image ${id}:`, error instanceof Error ? error.message : '', reason)
  const message = (
    <>
      <p>{failure.text}</p>
      {reason && <p>{reason}</p>}
    </>
  )
  return { fields: formErrors(error, '').fields, message }
}

function GalleryField({ image, galleries }: Pick<EditImageProps, 'image' | 'galleries'>) {
  const name = galleryNameOf(image)
  const hint = galleries ? whereShown(image, galleries) : `The photo stays where it is: ${name}.`
  return (
    <Field name="gallery" label="Gallery" hint={hint}>
      {(control) => (
        <GallerySelect
          control={control}
          galleries={galleries}
          none="No Gallery (Unassigned)"
          chosen={typeof image.gallery === 'number' ? { id: image.gallery, name } : null}
        />
      )}
    </Field>
  )
}

interface ReplacementProps {
  image: ImageRecord
  file: File | undefined
  onChoose: (file: File | undefined) => void
  disabled: boolean
}

function Replacement({ image, file, onChoose, disabled }: ReplacementProps) {
  const [refusal, setRefusal] = useState('')
  const files = useMemo(() => (file ? [file] : []), [file])
  const choose = (chosen: File | undefined) => {
    setRefusal('')
    onChoose(chosen)
  }
  return (
    <Stack gap="sm">
      <Dropzone
        {...imageFiles}
        multiple={false}
        disabled={disabled}
        onChoose={([chosen]) => choose(chosen)}
        onRefuse={(refused) => setRefusal(whyNotUploaded(refused))}
        hint={`${imageHint}. Now ${image.width} × ${image.height} pixels.`}
      >
        <b>Replace image</b> (optional)
      </Dropzone>
      {refusal && (
        <p role="alert" data-tone="danger">
          {refusal}
        </p>
      )}
      {file && isHeic(file) && <HeicNote />}
      <AnimatedNote files={files} />
      {file && (
        <Row role="group" aria-label="Replacement" gap="sm">
          <FileThumbnail file={file} />
          <FileName>{file.name}</FileName>
          <Button variant="quiet" aria-disabled={disabled} onClick={() => !disabled && choose(undefined)}>
            Keep the current one
          </Button>
        </Row>
      )}
    </Stack>
  )
}
