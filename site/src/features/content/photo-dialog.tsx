import { Fact, Note } from '../../ui/note'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uploadImage, imageTitle } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { ImageRecord } from '../../api/types'
import { count } from '../../lib/text'
import { useDebounced } from '../../lib/hooks'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dropzone, imageBytes, imageTypes } from '../../ui/dropzone'
import { TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { firstMessage } from '../../ui/form-errors'
import { focusRow } from '../../ui/focus'
import { Photo, Thumbnail } from '../../ui/photo'
import { Grid, Row, Stack } from '../../ui/layout'
import { LoadFailure } from '../../ui/list-screen'
import { Modal } from '../../ui/dialog'
import { Pager } from '../../ui/record-table'
import { SiteLink } from '../../ui/link'
import { Skeleton } from '../../ui/progress'
import { everything, pageSize, useImages } from '../../api/use-images'
import styles from './content.module.css'

interface PhotoDialogProps {
  /** A new photo, which is uploaded at once. */
  file?: File
  /** What the last button says. A photo that is used, not inserted into a text, may do without an alternative text. */
  action: 'Insert' | 'Use photo'
  onClose: () => void
  onChoose: (image: ImageRecord, altText: string) => void
}

/** Asks for a photo of the library, or a new one, and for its alternative text. */
export function PhotoDialog({ file, action, onClose, onChoose }: PhotoDialogProps) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ImageRecord>()

  function chooseAnother(former: ImageRecord): void {
    setChosen(undefined)
    // It can take the focus once it is shown again.
    requestAnimationFrame(() => focusRow(former.id, list.current))
  }

  return (
    <Modal title="Photo" onClose={onClose}>
      <Stack ref={list} gap="card" hidden={chosen !== undefined}>
        <NewPhoto file={file} onUploaded={setChosen} />
        <PhotoList onChoose={setChosen} />
      </Stack>
      {chosen && (
        <ChosenPhoto
          image={chosen}
          action={action}
          onAnother={() => chooseAnother(chosen)}
          onChoose={(altText) => onChoose(chosen, altText)}
        />
      )}
    </Modal>
  )
}

interface NewPhotoProps {
  file: File | undefined
  onUploaded: (image: ImageRecord) => void
}

/** Uploads a photo into the library. */
function NewPhoto({ file, onUploaded }: NewPhotoProps) {
  const [failure, setFailure] = useState(file && !isPhoto(file) ? refusalOf(file) : undefined)
  const { mutateAsync, isPending } = useInvalidatingMutation(uploadImage, queryKeys.photos)

  async function upload(image: File): Promise<void> {
    const title = image.name.replace(/\.[^.]*$/, '') || 'Photo'
    try {
      onUploaded(await mutateAsync({ image, title, description: '', altText: '', gallery: null }))
    } catch (error) {
      setFailure(`${image.name} could not be uploaded. ${firstMessage(error)}`)
    }
  }

  const started = useRef(false)
  const start = useEffectEvent(() => {
    // Effects run twice in development.
    if (file && isPhoto(file) && !started.current) void upload(file)
    started.current = true
  })
  useEffect(() => start(), [])

  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Dropzone
        accept={imageTypes}
        maxSize={imageBytes}
        multiple={false}
        disabled={isPending}
        onChoose={([file]) => {
          setFailure(undefined)
          if (file) void upload(file)
        }}
        onRefuse={(file) => setFailure(refusalOf(file))}
        hint={isPending ? 'Uploading…' : 'JPEG, PNG, GIF or WebP, up to 25 MB'}
      >
        <b>Upload a new photo</b> or drop it here
      </Dropzone>
      <p role="status" className="visually-hidden">
        {isPending && 'Uploading…'}
      </p>
    </>
  )
}

const isPhoto = ({ type, size }: File) => type in imageTypes && size <= imageBytes
const refusalOf = ({ name }: File) => `${name} is not a JPEG, PNG, GIF or WebP image of at most 25 MB.`

/** The photos of the library, newest first. */
function PhotoList({ onChoose }: { onChoose: (image: ImageRecord) => void }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const words = useDebounced(search.trim())
  const { data, isError, isFetching, refetch } = useImages({ ...everything, search: words }, page)
  const { images = [], total = 0 } = data ?? {}
  if (isError) {
    return <LoadFailure onRetry={() => void refetch()}>Failed to load the photos.</LoadFailure>
  }
  if (data && total === 0 && words === '') {
    return (
      <p>
        No photos yet. Upload one here, or many on the <SiteLink to="/photos">Photos</SiteLink> screen.
      </p>
    )
  }
  return (
    <Stack gap="card">
      <TextField
        label="Search"
        type="search"
        placeholder="Title, description or gallery"
        maxLength={200}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setPage(0)
        }}
      />
      <h3 id="photos" tabIndex={-1} className="visually-hidden">
        Photos
      </h3>
      <Note role="status">{data && !isFetching && found(total, words)}</Note>
      {!data && <Skeleton rows={4} />}
      <Grid as="ul" columns="narrow" className={styles.photos}>
        {images.map((image) => (
          <li key={image.id}>
            <button type="button" data-row={image.id} onClick={() => onChoose(image)}>
              <Thumbnail src={image.thumbnail_url} alt="" focalPoint={image.focal_point} />
              <span className="one-line">{imageTitle(image)}</span>
            </button>
          </li>
        ))}
      </Grid>
      <Pager
        of="photos"
        heading="photos"
        page={page}
        pages={Math.max(1, Math.ceil(total / pageSize))}
        setPage={setPage}
      />
      <Note>
        To upload many, go to <SiteLink to="/photos">Photos</SiteLink>.
      </Note>
    </Stack>
  )
}

function found(total: number, words: string): string {
  if (words === '') return count(total, 'photo', 'photos') + ', newest first.'
  if (total === 0) return 'No photos match.'
  return `${count(total, 'photo', 'photos')} found.`
}

interface ChosenPhotoProps {
  image: ImageRecord
  action: PhotoDialogProps['action']
  onAnother: () => void
  onChoose: (altText: string) => void
}

function ChosenPhoto({ image, action, onAnother, onChoose }: ChosenPhotoProps) {
  const isOptional = action === 'Use photo'
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = element.current?.elements.namedItem('alt_text')
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus()
    field.select()
  }, [])
  const form = useFormAction((data) => {
    const { alt_text } = trimmedTexts(data, 'alt_text')
    if (alt_text === '' && !isOptional) return { fields: { alt_text: ['Enter an alternative text.'] } }
    onChoose(alt_text)
    return null
  })
  return (
    <Form {...form} ref={element} noValidate>
      <Photo
        of={image}
        sizes="37.5rem"
        alt=""
        className={styles.photo}
        width={image.width}
        height={image.height}
      />
      <Fact>{imageTitle(image)}</Fact>
      <TextField
        name="alt_text"
        label={isOptional ? 'Alternative text (optional)' : 'Alternative text'}
        hint={`What the photo shows, for people who cannot see it.${isOptional ? ' Empty for a decoration.' : ''}`}
        rows={2}
        maxLength={500}
        defaultValue={image.alt_text}
        autoComplete="off"
        aria-required={!isOptional}
      />
      <Row>
        <SubmitButton variant="primary" busy="Inserting…">
          {action}
        </SubmitButton>
        <Button onClick={onAnother}>Choose another</Button>
      </Row>
    </Form>
  )
}
