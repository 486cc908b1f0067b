import { Fact, Note } from '../../../ui/note'
import { memo, use, useId } from 'react'
import { bytes } from '../../../lib/text'
import { Badge } from '../../../ui/badge'
import { FormContext, TextField } from '../../../ui/field'
import { passFocusOn } from '../../../ui/focus'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { IconX } from '../../../ui/icons'
import { Lines, Stack } from '../../../ui/layout'
import { TitleParts } from '../title-parts'
import styles from '../photos.module.css'
import { FileThumbnail } from './file-thumbnail'
import type { ChosenImage, Status } from './upload-queue'

interface ChosenImagesProps {
  /** The status is undefined before the upload. */
  images: readonly { image: ChosenImage; status?: Status }[]
  onDescribe: (id: string, altText: string) => void
  onRemove: (id: string) => void
}

/** The images to upload, each with a preview, an alternative text and its progress. */
export function ChosenImages({ images, ...actions }: ChosenImagesProps) {
  const hint = useId()
  const { readOnly } = use(FormContext)
  return (
    <Stack gap="sm">
      <Lines className={styles.chosen} aria-label="Chosen images" aria-describedby={hint}>
        {images.map(({ image, status }) => (
          <ChosenRow key={image.id} image={image} status={status} locked={readOnly} {...actions} />
        ))}
      </Lines>
      <Note id={hint}>Alternative texts describe the photos for people who can’t see them.</Note>
    </Stack>
  )
}

const labels: Partial<Record<Status, string>> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  done: 'Done',
  failed: 'Failed',
}

interface ChosenRowProps extends Omit<ChosenImagesProps, 'images'> {
  image: ChosenImage
  status: Status | undefined
  locked: boolean
}

/** Memoized, because a finished file changes only two of up to two hundred rows. */
const ChosenRow = memo(function ChosenRow({ image, status, locked, onDescribe, onRemove }: ChosenRowProps) {
  const { id, file, altText } = image
  return (
    <li ref={passFocusOn} data-state={status}>
      <FileThumbnail file={file} />
      <div>
        <span className={styles.title} title={file.name}>
          <TitleParts title={file.name} />
        </span>
        <Fact as="span" small>
          {bytes(file.size)}
        </Fact>
      </div>
      {status && labels[status] && (
        <Badge tone={status === 'done' ? 'success' : status === 'failed' ? 'danger' : 'plain'}>
          {labels[status]}
        </Badge>
      )}
      {!locked && (
        <>
          <IconButton label={`Remove ${file.name}`} onClick={() => onRemove(id)}>
            <Icon of={IconX} />
          </IconButton>
          <TextField
            label={
              <span>
                Alternative text<span className="visually-hidden"> of {file.name}</span> (optional)
              </span>
            }
            value={altText}
            onChange={({ target }) => onDescribe(id, target.value)}
            autoComplete="off"
          />
        </>
      )}
    </li>
  )
})
