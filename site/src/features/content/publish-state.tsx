import { Note } from '../../ui/note'
import type { ReactNode } from 'react'
import type { Publishing } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { RowTile } from '../../ui/icon-tile'
import { IconAlertCircle, IconClock, type Icon } from '../../ui/icons'
import { Row } from '../../ui/layout'
import { usePublish } from '../../api/use-publishing'
import { formatDateTime } from '../../ui/date-time'
import { actionClass } from '../../ui/row-actions'
import { pageName } from '../../preview/public-pages'
import { scheduledOf, type Entries } from './entries'
import { nameOf } from './outline'
import { useCancelPublication, useTimeZone } from './queries'

/** Whether the pages are being built, or show what was just published on `page`. */
export function PublishPill({ pages, page }: { pages: Publishing; page: string | undefined }) {
  const { state, unbuilt_texts } = pages
  const isLive = page !== undefined && state === 'current' && unbuilt_texts === 0
  return (
    <div role="status">
      {(state === 'waiting' || state === 'running') && <Badge>Publishing…</Badge>}
      {isLive && (
        <Row gap="sm">
          <Badge tone="success">Live</Badge>
          <a href={page} target="_blank" rel="noopener" className={actionClass}>
            {`View the ${pageName(page)}`}
          </a>
        </Row>
      )}
    </div>
  )
}

/** Says why what was published is not live, and what to do. */
export function PublishNotice({ pages: { state, failure, unbuilt_texts } }: { pages: Publishing }) {
  const publish = usePublish()
  if (state === 'off') {
    return (
      <Notice title="Automatic publishing isn't set up">
        <span>Saved changes go live when the site is built next. To set it up, see </span>
        <code>docs/publishing.md</code>
      </Notice>
    )
  }
  if (state === 'failed') {
    const reason = publish.isError ? 'The build could not be started.' : `The build failed: ${failure}`
    const retry = <Button onClick={() => publish.mutate()}>Try again</Button>
    return (
      <Notice title="Your changes are saved but not live yet" action={retry}>
        {reason}
      </Notice>
    )
  }
  if (state === 'current' && unbuilt_texts > 0) {
    return (
      <Notice title="Your changes are saved but not live yet">
        <span>The last build could not read them. To let builds read them, see </span>
        <code>docs/publishing.md</code>
      </Notice>
    )
  }
  return null
}

/** What is scheduled and when, each publication with a button that cancels it. */
export function ScheduledNotices({ entries }: { entries: Entries }) {
  const cancel = useCancelPublication()
  const timeZone = useTimeZone()
  return [...scheduledOf(entries)].map(([id, [first, ...others]]) => (
    <Notice
      key={id}
      icon={IconClock}
      title={`Scheduled for ${formatDateTime(first.stored?.scheduled?.publish_at ?? '', timeZone)}`}
      action={<Button onClick={() => cancel(id)}>Cancel publication</Button>}
    >
      {[first, ...others].map(nameOf).join(', ')}
    </Notice>
  ))
}

interface NoticeProps {
  title: string
  icon?: Icon
  action?: ReactNode
  children: ReactNode
}

const Notice = ({ title, icon = IconAlertCircle, action, children }: NoticeProps) => (
  <Card as="section" aria-label={title}>
    <Row>
      <RowTile of={icon} tone="honey" />
      <div className="grow">
        <b>{title}</b>
        <Note>{children}</Note>
      </div>
      {action}
    </Row>
  </Card>
)
