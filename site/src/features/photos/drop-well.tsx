import { IconUpload } from '@tabler/icons-react'
import { useDropzone } from 'react-dropzone'
import { Icon } from '../../ui/icon'
import styles from './drop-well.module.css'

// Named one by one, so that a phone which keeps its photos in another format hands out a JPEG.
const accepted = { 'image/jpeg': [], 'image/png': [], 'image/gif': [], 'image/webp': [] }

interface DropWellProps {
  disabled: boolean
  onChoose: (files: File[]) => void
  /** Called for each file that is no picture. */
  onRefuse: (file: File) => void
}

/** Where pictures are chosen: by a click, by the keyboard, or by dropping them. */
export function DropWell({ disabled, onChoose, onRefuse }: DropWellProps) {
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: accepted,
    disabled,
    // The label does by itself what the library would do by script.
    noClick: true,
    noKeyboard: true,
    onDropAccepted: onChoose,
    onDropRejected: (refused) => refused.forEach(({ file }) => onRefuse(file)),
  })
  return (
    <label {...getRootProps()} role={undefined} className={styles.well} data-over={isDragActive || undefined}>
      <input
        {...getInputProps({
          'aria-label': undefined,
          style: undefined,
          tabIndex: 0,
          disabled,
          className: styles.input,
          // The same file may be chosen again after it was removed.
          onClick: (event) => (event.currentTarget.value = ''),
        })}
      />
      <Icon of={IconUpload} />
      <span>
        <b>Choose images</b> or drop them here
      </span>
      <span className={styles.formats}>JPEG, PNG, GIF or WebP, up to 25 MB each</span>
    </label>
  )
}
