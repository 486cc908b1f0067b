import { useEffect, useRef, useState } from 'react'
import { slugOf } from '#model/kinds'
import { getCvSources } from '../../api/documents'
import { share } from '../../lib/sharing'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Icon } from '../../ui/icon'
import { IconShare } from '../../ui/icons'
import { showToast } from '../../ui/toast'
import { isChanged, isScheduled, type Entry } from './entries'
import { nameOf } from './outline'
import styles from './content.module.css'

interface ShareAudienceProps {
  entry: Entry
  /** Opens the dialog that publishes drafts. */
  onPublish: () => void
}

/** Shares a CV for an audience as it is published. */
export function ShareAudience({ entry, onPublish }: ShareAudienceProps) {
  const [isWaiting, setWaiting] = useState(false)
  const closed = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  async function open(): Promise<void> {
    if (isChanged(entry) || (entry.published === null && !isScheduled(entry))) {
      const question = { action: 'Publish…', warning: 'A link shows what is published.', harmless: true }
      if (await confirm('Publish this CV before you share it?', question)) onPublish()
      return
    }
    if (entry.published === null) {
      showToast('This CV is scheduled. Share it once it is published.')
      return
    }
    const audience = slugOf(entry.path)
    setWaiting(true)
    const obstacle = await obstacleOf(audience, closed.current?.signal)
    if (closed.current?.signal.aborted) return
    setWaiting(false)
    if (obstacle === undefined) share({ name: `CV: ${nameOf(entry)}`, thing: { kind: 'cv', audience } })
    else showToast(obstacle)
  }

  return (
    <>
      <Button className={styles.share} aria-disabled={isWaiting} onClick={() => void (isWaiting || open())}>
        <Icon of={IconShare} size={18} />
        <span>Share</span>
      </Button>
      <span role="status" className="visually-hidden">
        {isWaiting && 'Waiting for the PDF…'}
      </span>
    </>
  )
}

/** Milliseconds between two questions, and their number: a PDF is made within seconds after the publication. */
const pause = 1_000
const tries = 15

/** Why it cannot be shared; undefined if it can. Waits for its PDF. */
async function obstacleOf(slug: string, closed?: AbortSignal): Promise<string | undefined> {
  for (let left = tries; left > 0 && !closed?.aborted; left -= 1) {
    // The dialog says what the server refuses.
    const sources = await getCvSources().catch(() => undefined)
    const made = sources?.audiences.find((audience) => audience.slug === slug)
    if (!sources || (made && made.document !== null)) return undefined
    if (made?.undrawn)
      return 'The PDF cannot be drawn: its fonts have Latin, Greek and Cyrillic letters only.'
    if (sources.state === 'waiting')
      return 'The PDF of this CV comes with the next build of your pages. Share it after that.'
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return 'The PDF of this CV is not ready yet. Try again in a moment.'
}
