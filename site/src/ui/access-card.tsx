import { useTransition, type ReactNode } from 'react'
import { IconCloudOff, IconHourglass, IconLock, type Icon as TablerIcon } from './icons'
import { Button } from './button'
import { Card } from './card'
import { IconTile } from './icon-tile'
import { Icon } from './icon'
import { buttonClass } from './button-class'
import { cx } from '../lib/cx'
import { stackClass } from './layout'
import styles from './access-card.module.css'

/** Replaces a guarded screen while the session is checked. */
export function LoadingAuthentication() {
  return (
    <Frame icon={IconHourglass}>
      <p role="status">Loading Authentication...</p>
    </Frame>
  )
}

/** Replaces a guarded screen while the API is unreachable. */
export function NoAuthentication({ onRetry }: { onRetry: () => Promise<void> }) {
  const [pending, start] = useTransition()
  return (
    <main id="main">
      <Frame icon={IconCloudOff}>
        <h1 className={styles.title}>This page could not be loaded</h1>
        <p role="status">
          {pending
            ? 'Loading Authentication...'
            : 'The server does not answer. You stay signed in, and the page comes when the server is back.'}
        </p>
        <Button aria-disabled={pending} onClick={() => start(onRetry)}>
          Try again
        </Button>
      </Frame>
    </main>
  )
}

/** Replaces a screen the visitor may not use; `children` is the reason. */
export function AccessDenied({ children }: { children: ReactNode }) {
  return (
    <Frame icon={IconLock}>
      <h1 className={styles.title}>Access Denied</h1>
      <p>{children}</p>
      <a href="/" className={buttonClass({ variant: 'outline' })}>
        Back to home
      </a>
    </Frame>
  )
}

function Frame({ icon, children }: { icon: TablerIcon; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <Card className={cx(stackClass(), styles.card)}>
        <IconTile>
          <Icon of={icon} />
        </IconTile>
        {children}
      </Card>
    </div>
  )
}
