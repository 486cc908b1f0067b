import { count } from '../../lib/count'
import { Button } from '../../ui/button'
import { passFocusOn } from '../../ui/focus'
import work from '../../ui/work.module.css'
import styles from './photos.module.css'
import type { QueuedPicture } from './upload-queue'

interface UnfinishedUploadsProps {
  pictures: readonly QueuedPicture[]
  /** Whether some of them failed on this page; otherwise all are left over from an earlier one. */
  failed: boolean
  onResume: () => void
  onDiscard: () => void
}

/** What was not uploaded, and what can be done about it. */
export function UnfinishedUploads({ pictures, failed, onResume, onDiscard }: UnfinishedUploadsProps) {
  const names = pictures.map(({ picture }) => picture.file.name).join(', ')
  return (
    <div ref={passFocusOn} role="group" aria-label="Not uploaded" className={styles.failed}>
      <p className={work.note}>
        {failed
          ? `${count(pictures.length, 'file was', 'files were')} not uploaded: ${names}`
          : `${count(pictures.length, 'file is', 'files are')} left from an upload that did not finish: ${names}`}
      </p>
      <Button onClick={onResume}>{failed ? 'Retry failed' : 'Resume'}</Button>
      <Button onClick={onDiscard}>Discard</Button>
    </div>
  )
}
