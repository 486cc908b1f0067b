import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { focusRow } from '../../ui/focus'
import { PageDropzone } from '../../ui/dropzone'
import { FieldErrors, TextField } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconPlus, IconX } from '../../ui/icons'
import { Note } from '../../ui/note'
import { usePointerMoves } from '../../ui/use-pointer-moves'
import { HeicNote } from '../photos/upload/heic-note'
import { heicToJpeg, isHeic } from '../photos/upload/heic-to-jpeg'
import { imageFiles, imageHint, whyNotUploaded } from '../photos/upload/image-files'
import { chooseImage, type ChosenImage } from '../photos/upload/upload-queue'
import { useObjectUrl } from './object-url'
import styles from './setup.module.css'

const most = 6

interface BannerPhotosProps {
  photos: readonly ChosenImage[]
  onChange: (photos: readonly ChosenImage[]) => void
}

/** The photos of the home page's circle, in an order that dragging and the arrow keys change. */
export function BannerPhotos({ photos, onChange }: BannerPhotosProps) {
  const id = useId()
  const [errors, setErrors] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const taken = useRef<string>(undefined)

  function add(files: readonly File[]): void {
    const [added, others] = [files.slice(0, most - photos.length), files.slice(most - photos.length)]
    setErrors(others.length > 0 ? [`The banner has room for ${most} photos here. Add more later.`] : [])
    onChange([...photos, ...added.map(chooseImage)])
    for (const file of added.filter(isHeic))
      heicToJpeg(file).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : ''
        setErrors((earlier) => [...earlier, `${file.name}: ${why}`])
      })
  }

  const refuse = (file: File) => setErrors((earlier) => [...earlier, whyNotUploaded(file)])

  function choose(list: FileList | null): void {
    const files = [...(list ?? [])]
    const fits = (file: File) => file.type in imageFiles.accept && file.size <= imageFiles.maxSize
    add(files.filter(fits))
    files.filter((file) => !fits(file)).forEach(refuse)
  }

  function move(photo: ChosenImage, to: number): void {
    if (to < 0 || to >= photos.length) return
    onChange(photos.filter((other) => other !== photo).toSpliced(to, 0, photo))
    setMessage(`${photo.file.name}, position ${to + 1} of ${photos.length}.`)
    requestAnimationFrame(() => focusRow(photo.id))
  }

  function remove(photo: ChosenImage): void {
    const next = photos[photos.indexOf(photo) + 1] ?? photos[photos.indexOf(photo) - 1]
    onChange(photos.filter((other) => other !== photo))
    setMessage(`${photo.file.name} removed.`)
    requestAnimationFrame(() => (next ? focusRow(next.id) : document.getElementById(`${id}add`)?.focus()))
  }

  function onKeyDown(photo: ChosenImage, event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (step !== undefined) move(photo, photos.indexOf(photo) + step)
    else if (event.key === 'Delete') remove(photo)
    else return
    event.preventDefault()
  }

  const place = (id: string | undefined) => photos.findIndex((photo) => photo.id === id)
  const pointer = usePointerMoves({
    take: (id) => (taken.current = id),
    onto: (id) => {
      const photo = photos[place(taken.current)]
      if (photo) move(photo, place(id))
    },
    putDown: () => (taken.current = undefined),
    putBack: () => (taken.current = undefined),
  })

  return (
    <div role="group" aria-labelledby={`${id}title`} className={styles.photos}>
      <h2 id={`${id}title`}>
        Banner photos <span>(optional)</span>
      </h2>
      <p>Shown in the circle on the home page, one after another.</p>
      <div className={styles.row}>
        <ul aria-describedby={`${id}keys`} {...pointer}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                data-row={photo.id}
                aria-label={photo.file.name}
                aria-describedby={`${id}keys`}
                className={styles.photo}
                onKeyDown={(event) => onKeyDown(photo, event)}
              >
                <Thumbnail file={photo.file} />
              </button>
              <button
                type="button"
                aria-label={`Remove ${photo.file.name}`}
                className={styles.remove}
                onClick={() => remove(photo)}
              >
                <Icon of={IconX} size={14} />
              </button>
            </li>
          ))}
        </ul>
        {photos.length < most && (
          <label className={styles.add}>
            <Icon of={IconPlus} />
            <span className="visually-hidden">Add banner photos</span>
            <input
              id={`${id}add`}
              className="covering"
              type="file"
              multiple
              accept={Object.entries(imageFiles.offer).flat(2).join(',')}
              onChange={({ currentTarget }) => {
                choose(currentTarget.files)
                currentTarget.value = ''
              }}
            />
          </label>
        )}
      </div>
      {errors.length > 0 && <FieldErrors role="alert" of={errors} />}
      <Note>Drop photos here or press +. Without photos, your initials are shown.</Note>
      {photos.some(({ file }) => isHeic(file)) && <HeicNote />}
      {photos.map((photo, index) => (
        <div key={photo.id} className={styles.shows}>
          <TextField
            name={photo.id}
            label={`What photo ${index + 1} shows (optional)`}
            hint={index === 0 ? 'For people who cannot see it.' : undefined}
            value={photo.altText}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => onChange(photos.with(index, { ...photo, altText: target.value }))}
          />
        </div>
      ))}
      <p id={`${id}keys`} hidden>
        Arrow keys move a photo, Delete removes it.
      </p>
      <p role="status" className="visually-hidden">
        {message}
      </p>
      <PageDropzone {...imageFiles} onChoose={add} onRefuse={refuse} hint={imageHint}>
        Drop banner photos
      </PageDropzone>
    </div>
  )
}

function Thumbnail({ file }: { file: File }) {
  const src = useObjectUrl(file)
  return src && <img src={src} alt="" draggable={false} />
}
