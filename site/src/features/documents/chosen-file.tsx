import { IconX } from '../../ui/icons'
import { bytes } from '../../lib/bytes'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import styles from './chosen-file.module.css'
import { iconOf } from './file-icon'

interface ChosenFileProps {
  file: File
  /** Absent while it may not be removed. */
  onRemove: (() => void) | undefined
}

/** The file about to be uploaded. */
export function ChosenFile({ file, onRemove }: ChosenFileProps) {
  return (
    <div role="group" aria-label="Chosen file" className={styles.file}>
      <Icon of={iconOf(file.name)} className={styles.icon} />
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.size}>{bytes(file.size)}</span>
      {onRemove && (
        <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </div>
  )
}
