import { IconCheck, IconX } from '@tabler/icons-react'
import { bytes } from '../../lib/bytes'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import styles from './chosen-files.module.css'
import { Preview } from './preview'
import type { FileMark } from './use-upload'

interface ChosenFilesProps {
  files: readonly File[]
  marks: ReadonlyMap<File, FileMark>
  /** Absent while nothing may be removed. */
  onRemove: ((file: File) => void) | undefined
}

/** The files about to be uploaded, each with a small picture, its name and its size. */
export function ChosenFiles({ files, marks, onRemove }: ChosenFilesProps) {
  return (
    <ul className={styles.list} aria-label="Chosen images">
      {files.map((file, index) => (
        // The same file may be chosen twice.
        <li key={index} className={styles.file} data-mark={marks.get(file)}>
          <Preview file={file} />
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{bytes(file.size)}</span>
          <Mark mark={marks.get(file)} />
          {onRemove && (
            <IconButton label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
              <Icon of={IconX} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function Mark({ mark }: { mark: FileMark | undefined }) {
  if (mark === undefined) return null
  return (
    <span className={styles.mark}>
      <Icon of={mark === 'done' ? IconCheck : IconX} />
      <span className="visually-hidden">{mark === 'done' ? 'uploaded' : 'failed'}</span>
    </span>
  )
}
