import { use, useId } from 'react'
import { IconCheck, IconX } from '../../ui/icons'
import { bytes } from '../../lib/bytes'
import { FormContext, TextField } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { passFocusOn } from '../../ui/focus'
import work from '../../ui/work.module.css'
import styles from './photos.module.css'
import { Preview } from './preview'
import type { ChosenPicture } from './upload-queue'
import type { UploadState } from './use-upload'

interface ChosenPicturesProps {
  pictures: readonly ChosenPicture[]
  states: ReadonlyMap<ChosenPicture, UploadState>
  onDescribe: (picture: ChosenPicture, altText: string) => void
  onRemove: (picture: ChosenPicture) => void
}

/** The pictures about to be uploaded: each with a preview, its file's name and size, and a field for its alternative text. */
export function ChosenPictures({ pictures, states, onDescribe, onRemove }: ChosenPicturesProps) {
  const hint = useId()
  const { readOnly } = use(FormContext)
  return (
    <div className={work.stack}>
      <p id={hint} className={work.note}>
        The alternative text says what a picture shows, for people who cannot see it.
      </p>
      <ul className={styles.chosen} aria-label="Chosen images" aria-describedby={hint}>
        {pictures.map((picture) => {
          const { name, size } = picture.file
          const state = states.get(picture)
          const label = (
            <span>
              Alternative text<span className="visually-hidden"> of {name}</span> (optional)
            </span>
          )
          return (
            <li key={picture.id} ref={passFocusOn} data-state={state}>
              <Preview file={picture.file} />
              <div className={styles.file}>
                <span className={work.fileName} title={name}>
                  {name}
                </span>
                <span className={work.fileSize}>{bytes(size)}</span>
                {state && (
                  <span className={styles.state}>
                    <Icon of={state === 'done' ? IconCheck : IconX} />
                    <span className="visually-hidden">{state === 'done' ? 'uploaded' : 'failed'}</span>
                  </span>
                )}
                {!readOnly && (
                  <IconButton label={`Remove ${name}`} onClick={() => onRemove(picture)}>
                    <Icon of={IconX} />
                  </IconButton>
                )}
              </div>
              <TextField
                label={label}
                value={picture.altText}
                onChange={({ target }) => onDescribe(picture, target.value)}
                autoComplete="off"
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
