import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../api/query-keys'
import { useWarningBeforeLeaving } from '../../../lib/hooks'
import { withoutSlash } from '../../../lib/path'
import { count } from '../../../lib/text'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { passFocusOn } from '../../../ui/focus'
import { pageError, type PageError } from '../../../ui/form-errors'
import { Row, Stack } from '../../../ui/layout'
import { Progress } from '../../../ui/progress'
import { showErrorToast, showToast } from '../../../ui/toast'
import { Note } from '../../../ui/note'
import { ConversionError } from './heic-to-jpeg'
import {
  discardUploads,
  findLeftImages,
  isUnfinished,
  notSent,
  onUploadEnd,
  percentOf,
  resumeUploads,
  useUploads,
  type Entry,
  type Outcome,
} from './upload-queue'

/**
 * The progress and the failures of uploads, on every staff screen, and offers to resume or discard unfinished uploads. The
 * photo screen shows the progress itself.
 */
export default function Uploads({ user, className }: { user: number; className: string | undefined }) {
  const uploads = useUploads()
  const { entries, running, notice, unkept } = uploads
  const isPhotoScreen = /^(\/admin)?\/photos$/.test(withoutSlash(useLocation().pathname))
  const client = useQueryClient()
  useWarningBeforeLeaving(running || unkept)
  useEffect(() => void findLeftImages(user), [user])
  useEffect(
    () =>
      onUploadEnd(async (outcome) => {
        await client.invalidateQueries({ queryKey: queryKeys.photos })
        announce(outcome)
      }),
    [client],
  )

  const percent = percentOf(uploads)
  const failed = entries.filter(({ status }) => status === 'failed')
  const unfinished = running ? [] : entries.filter(isUnfinished)
  const names = unfinished.map(({ image }) => image.file.name).join(', ')
  const shown = running && !isPhotoScreen
  if (!shown && entries.every((entry) => !isUnfinished(entry))) return null
  return (
    <Stack className={className}>
      {shown && (
        <Row role="group" aria-label="Photo upload">
          <Note as="span">{`Uploading... (${percent}%)`}</Note>
          <div className="grow">
            <Progress label="Photos uploaded" percent={percent} />
          </div>
          <Note role="status">{notice}</Note>
        </Row>
      )}
      {failed.length > 0 && (
        <Alert>
          <Stack as="ul" gap="sm">
            {failed.map((entry) => (
              <Failure key={entry.image.id} {...errorOf(entry)} />
            ))}
          </Stack>
        </Alert>
      )}
      {unfinished.length > 0 && (
        <Row ref={passFocusOn} role="group" aria-label="Not uploaded">
          <Note className="grow">
            <span>
              {failed.length > 0
                ? `${count(unfinished.length, 'file was', 'files were')} not uploaded: ${names}`
                : `${count(unfinished.length, 'file is', 'files are')} left from an upload that did not finish: ${names}`}
            </span>
            {unkept && <span>. This browser can’t keep them: leave this page open.</span>}
          </Note>
          <Row gap="sm">
            <Button onClick={() => void resumeUploads()}>
              {failed.length > 0 ? 'Retry failed' : 'Resume'}
            </Button>
            <Button onClick={discardUploads}>Discard</Button>
          </Row>
        </Row>
      )}
    </Stack>
  )
}

const Failure = ({ text, reason }: PageError) => (
  <li>
    <p>{text}</p>
    {reason && <p>{reason}</p>}
  </li>
)

function errorOf({ image, error }: Entry): PageError {
  const text = `Failed to upload ${image.file.name}.`
  if (error instanceof ConversionError || error === notSent) return { text, reason: (error as Error).message }
  return pageError(text, error, 'image', 'title', 'description', 'alt_text', 'gallery')
}

function announce({ succeeded, failed }: Outcome): void {
  if (failed === 0) showToast(`Successfully uploaded ${succeeded} image(s)!`)
  else showErrorToast(`Finished uploading. ${succeeded} succeeded, ${failed} failed. Check errors.`)
}
