import { useEffect, useRef, useState } from 'react'
import { uploadImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { useDebounced } from '../../lib/use-debounced'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dropzone, pictureBytes, pictureTypes } from '../../ui/dropzone'
import { TextField } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { firstMessage } from '../../ui/form-errors'
import { LoadFailure } from '../../ui/list-screen'
import { Modal } from '../../ui/dialog'
import { Pager } from '../../ui/record-table'
import { SiteLink } from '../../ui/site-link'
import { Skeleton } from '../../ui/progress'
import { everything, pageSize, useImages } from '../../ui/use-images'
import work from '../../ui/work.module.css'
import styles from './content.module.css'

interface PictureDialogProps {
  onClose: () => void
  /** `words` stand for the picture. */
  onChoose: (image: ImageRecord, words: string) => void
}

/** Asks for a picture of the photo bench, or a new one, and for the words that stand for it. */
export function PictureDialog({ onClose, onChoose }: PictureDialogProps) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ImageRecord>()

  function chooseAnother(former: ImageRecord): void {
    setChosen(undefined)
    // It can take the focus once it is shown again.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${former.id}"]`)?.focus())
  }

  return (
    <Modal title="Picture" onClose={onClose}>
      <div ref={list} className={work.stack} hidden={chosen !== undefined}>
        <NewPicture onUploaded={setChosen} />
        <PictureList onChoose={setChosen} />
      </div>
      {chosen && (
        <ChosenPicture
          image={chosen}
          onAnother={() => chooseAnother(chosen)}
          onInsert={(words) => onChoose(chosen, words)}
        />
      )}
    </Modal>
  )
}

const titleOf = ({ title }: ImageRecord) => title || 'No Title'

/** Takes a picture from the device into the photo bench. */
function NewPicture({ onUploaded }: { onUploaded: (image: ImageRecord) => void }) {
  const [failure, setFailure] = useState<string>()
  const { mutateAsync, isPending } = useInvalidatingMutation(uploadImage, queryKeys.photos)

  async function upload(image: File): Promise<void> {
    setFailure(undefined)
    const title = image.name.replace(/\.[^.]*$/, '') || 'Picture'
    try {
      onUploaded(await mutateAsync({ image, title, description: '', altText: '', gallery: null }))
    } catch (error) {
      setFailure(`${image.name} was not uploaded. ${firstMessage(error)}`)
    }
  }

  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Dropzone
        accept={pictureTypes}
        maxSize={pictureBytes}
        multiple={false}
        disabled={isPending}
        onChoose={([file]) => file && void upload(file)}
        onRefuse={({ name }) =>
          setFailure(`${name} is not a JPEG, PNG, GIF or WebP picture of at most 25 MB.`)
        }
        hint={isPending ? 'Uploading...' : 'JPEG, PNG, GIF or WebP, up to 25 MB'}
      >
        <b>Upload a new picture</b> or drop it here
      </Dropzone>
      <p role="status" className="visually-hidden">
        {isPending && 'Uploading...'}
      </p>
    </>
  )
}

/** The pictures of the photo bench, the newest first, by pages. */
function PictureList({ onChoose }: { onChoose: (image: ImageRecord) => void }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const words = useDebounced(search.trim())
  const { data, isError, isFetching, refetch } = useImages({ ...everything, search: words }, page)
  const { images = [], total = 0 } = data ?? {}
  if (isError) {
    return <LoadFailure onRetry={() => void refetch()}>Failed to load the pictures.</LoadFailure>
  }
  if (data && total === 0 && words === '') {
    return (
      <p>
        There are no pictures yet. Upload the first here, or many at{' '}
        <SiteLink to="/photos">Photos and galleries</SiteLink>.
      </p>
    )
  }
  return (
    <div className={work.stack}>
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
      <h3 id="pictures" tabIndex={-1} className="visually-hidden">
        Pictures
      </h3>
      <p role="status" className={work.note}>
        {data && !isFetching && found(total, words)}
      </p>
      {!data && <Skeleton rows={4} />}
      <ul className={styles.pictures}>
        {images.map((image) => (
          <li key={image.id}>
            <button type="button" data-id={image.id} onClick={() => onChoose(image)}>
              <img
                src={image.thumbnail_url}
                alt=""
                loading="lazy"
                decoding="async"
                style={{ objectPosition: objectPosition(image.focal_point) }}
              />
              <span>{titleOf(image)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pager
        of="pictures"
        heading="pictures"
        page={page}
        pages={Math.max(1, Math.ceil(total / pageSize))}
        setPage={setPage}
      />
      <p className={work.note}>
        Many pictures are uploaded at <SiteLink to="/photos">Photos and galleries</SiteLink>.
      </p>
    </div>
  )
}

function found(total: number, words: string): string {
  if (words === '') return total === 1 ? 'One picture.' : `${total} pictures, the newest first.`
  if (total === 0) return 'No pictures match.'
  return total === 1 ? 'One picture found.' : `${total} pictures found.`
}

interface ChosenPictureProps {
  image: ImageRecord
  onAnother: () => void
  onInsert: (words: string) => void
}

function ChosenPicture({ image, onAnother, onInsert }: ChosenPictureProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const words = form.current?.elements.namedItem('words')
    if (!(words instanceof HTMLTextAreaElement)) return
    words.focus()
    // What is typed takes the place of the picture's own words.
    words.select()
  }, [])
  const action = useFormAction((data) => {
    const { words } = trimmedTexts(data, 'words')
    if (words === '') return { fields: { words: ['The picture needs words that stand for it.'] } }
    onInsert(words)
    return null
  })
  const shown = image.srcset.find(({ width }) => width >= 600) ?? { url: image.image_url }
  return (
    <Form {...action} ref={form} noValidate>
      <img src={shown.url} alt="" className={styles.picture} width={image.width} height={image.height} />
      <p className={work.facts}>{titleOf(image)}</p>
      <TextField
        name="words"
        label="Words that stand for it"
        hint="Say what it shows, for people who do not see it."
        rows={2}
        maxLength={500}
        defaultValue={image.alt_text}
        autoComplete="off"
        aria-required
      />
      <div className={work.row}>
        <SubmitButton variant="primary" busy="Inserting...">
          Insert
        </SubmitButton>
        <Button onClick={onAnother}>Choose another</Button>
      </div>
    </Form>
  )
}
