import { count } from '../../lib/text'
import { Button } from '../../ui/button'
import { passFocusOn } from '../../ui/focus'
import { Row } from '../../ui/layout'
import work from '../../ui/work.module.css'
import type { Upload } from './use-upload'

interface UnfinishedUploadsProps {
  upload: Upload
  onResume: () => void
}

/** Offers to resume or discard uploads left unfinished here or on an earlier page. */
export function UnfinishedUploads({
  upload: { unfinished, queue, discard },
  onResume,
}: UnfinishedUploadsProps) {
  if (unfinished.length === 0) return null
  const failed = queue.entries.some(({ status }) => status === 'failed')
  const names = unfinished.map(({ file }) => file.name).join(', ')
  return (
    <Row ref={passFocusOn} role="group" aria-label="Not uploaded">
      <p className={`${work.note} grow`}>
        {failed
          ? `${count(unfinished.length, 'file was', 'files were')} not uploaded: ${names}`
          : `${count(unfinished.length, 'file is', 'files are')} left from an upload that did not finish: ${names}`}
      </p>
      <Button onClick={onResume}>{failed ? 'Retry failed' : 'Resume'}</Button>
      <Button onClick={discard}>Discard</Button>
    </Row>
  )
}
