import { useId } from 'react'
import { IconCheck, IconX } from '../../ui/icons'
import { bytes } from '../../lib/bytes'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import styles from './chosen-pictures.module.css'
import { Preview } from './preview'
import type { ChosenPicture } from './upload'
import type { UploadState } from './use-upload'

interface ChosenPicturesProps {
  pictures: readonly ChosenPicture[]
  states: ReadonlyMap<ChosenPicture, UploadState>
  readOnly: boolean
  onDescribe: (picture: ChosenPicture, altText: string) => void
  onRemove: (picture: ChosenPicture) => void
}

/** The pictures about to be uploaded: each with a preview, its file's name and size, and a field for its alternative text. */
export function ChosenPictures({ pictures, states, readOnly, onDescribe, onRemove }: ChosenPicturesProps) {
  const hint = useId()
  return (
    <div className={styles.box}>
      <p id={hint} className={styles.hint}>
        The alternative text says what a picture shows, for people who cannot see it.
      </p>
      <ul className={styles.list} aria-label="Chosen images" aria-describedby={hint}>
        {pictures.map((picture) => (
          <li key={picture.id} className={styles.picture} data-state={states.get(picture)}>
            <Preview file={picture.file} />
            <FileLine
              picture={picture}
              state={states.get(picture)}
              onRemove={readOnly ? undefined : onRemove}
            />
            <div className={styles.field}>
              <AltText picture={picture} readOnly={readOnly} onDescribe={onDescribe} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FileLineProps {
  picture: ChosenPicture
  state: UploadState | undefined
  /** Absent while nothing may be removed. */
  onRemove: ((picture: ChosenPicture) => void) | undefined
}

function FileLine({ picture, state, onRemove }: FileLineProps) {
  const { name, size } = picture.file
  return (
    <div className={styles.line}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.size}>{bytes(size)}</span>
      {state && (
        <span className={styles.state}>
          <Icon of={state === 'done' ? IconCheck : IconX} />
          <span className="visually-hidden">{state === 'done' ? 'uploaded' : 'failed'}</span>
        </span>
      )}
      {onRemove && (
        <IconButton label={`Remove ${name}`} onClick={() => onRemove(picture)}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </div>
  )
}

type AltTextProps = Pick<ChosenPicturesProps, 'readOnly' | 'onDescribe'> & { picture: ChosenPicture }

function AltText({ picture, readOnly, onDescribe }: AltTextProps) {
  const label = (
    <>
      Alternative text<span className="visually-hidden"> of {picture.file.name}</span> (optional)
    </>
  )
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          value={picture.altText}
          onChange={({ target }) => onDescribe(picture, target.value)}
          autoComplete="off"
          readOnly={readOnly}
        />
      )}
    </Field>
  )
}
