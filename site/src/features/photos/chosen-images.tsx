import { Fact, Note } from '../../ui/note'
import { memo, use, useId } from 'react'
import { bytes } from '../../lib/text'
import { Badge } from '../../ui/badge'
import { FormContext, TextField } from '../../ui/field'
import { passFocusOn } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconX } from '../../ui/icons'
import { Lines } from '../../ui/layout'
import styles from './photos.module.css'
import { Preview } from './preview'
import type { Status } from './upload-machine'
import type { ChosenImage, Upload } from './use-upload'

/** The images about to be uploaded, each with a preview, an alternative text and its progress. */
export function ChosenImages({ upload }: { upload: Upload }) {
  const hint = useId()
  const { readOnly } = use(FormContext)
  const { chosen, queue, describe, remove } = upload
  const statuses = new Map(queue.entries.map(({ image, status }) => [image.id, status]))
  const sending = queue.entries.find(({ status }) => status === 'waiting')?.image.id
  return (
    <div>
      <Lines className={styles.chosen} aria-label="Chosen images" aria-describedby={hint}>
        {chosen.map((image) => (
          <ChosenRow
            key={image.id}
            image={image}
            state={image.id === sending ? 'sending' : statuses.get(image.id)}
            locked={readOnly}
            onDescribe={describe}
            onRemove={remove}
          />
        ))}
      </Lines>
      <Note id={hint}>Alternative texts describe the photos for people who can’t see them.</Note>
    </div>
  )
}

type RowState = Status | 'sending'

const labels: Partial<Record<RowState, string>> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  done: 'Done',
  failed: 'Failed',
}

interface ChosenRowProps {
  image: ChosenImage
  /** Undefined before the upload. */
  state: RowState | undefined
  locked: boolean
  onDescribe: (id: number, altText: string) => void
  onRemove: (id: number) => void
}

/** Memoized, because a finished file changes only two of up to two hundred rows. */
const ChosenRow = memo(function ChosenRow({ image, state, locked, onDescribe, onRemove }: ChosenRowProps) {
  const { id, file, altText } = image
  return (
    <li ref={passFocusOn} data-state={state}>
      <Preview file={file} />
      <div>
        <span className="one-line" title={file.name}>
          {file.name}
        </span>
        <Fact as="span" small>
          {bytes(file.size)}
        </Fact>
      </div>
      {state && labels[state] && (
        <Badge tone={state === 'done' ? 'success' : state === 'failed' ? 'danger' : 'plain'}>
          {labels[state]}
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
