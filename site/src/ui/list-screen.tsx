import type { ReactNode } from 'react'
import type { User } from '../api/types'
import { AccessDenied } from './access-card'
import { Alert } from './alert'
import { Button } from './button'
import { PageHead } from './page-head'
import type { PageErrors } from './form-errors'
import { passFocusOn } from './focus'
import { Skeleton } from './progress'
import work from './work.module.css'

interface ScreenTexts {
  title: string
  /** Shown while its lists are being loaded. */
  loading: string
  /** Shown to whoever may not use it. */
  denied: string
  /** Shown when a list could not be loaded. */
  failure: string
}

interface StaffOnlyProps {
  texts: ScreenTexts
  auth: { status: string; user: User | null }
  children: ReactNode
}

/** Shows a screen that manages lists to staff. Nothing is rendered, and so nothing fetched, for anybody else. */
export function StaffOnly({ texts, auth: { status, user }, children }: StaffOnlyProps) {
  if (status === 'loading') return <LoadingScreen {...texts} />
  return user?.is_staff === true ? children : <AccessDenied>{texts.denied}</AccessDenied>
}

interface ListScreenProps {
  texts: ScreenTexts
  lists: { loading: boolean; failed: boolean; fetching: boolean; refetch: () => void }
  pageErrors: PageErrors
  /** How much there is; absent until it is known. */
  summary: string | undefined
  /** Where to go from here. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen that manages lists: its head, and what went wrong. */
export function ListScreen({ texts, lists, pageErrors, summary, actions, children }: ListScreenProps) {
  if (lists.loading) return <LoadingScreen {...texts} />
  return (
    <>
      <PageHead title={texts.title} actions={actions}>
        {summary}
      </PageHead>
      <div className={work.stack} aria-busy={lists.fetching}>
        <ErrorBanner pageErrors={pageErrors} />
        {lists.failed && <LoadFailure onRetry={lists.refetch}>{texts.failure}</LoadFailure>}
        {children}
      </div>
    </>
  )
}

function LoadingScreen({ title, loading }: ScreenTexts) {
  return (
    <div aria-busy="true">
      <PageHead title={title}>
        <span role="status">{loading}</span>
      </PageHead>
      <Skeleton rows={6} />
    </div>
  )
}

/** An alert that something could not be loaded, which `children` names, with a button to try again. */
export function LoadFailure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert>
      <p>{children}</p>
      <Button ref={passFocusOn} className={work.retry} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}

/** All that went wrong since the last action. */
export function ErrorBanner({ pageErrors: { entries, focusOn, clear } }: { pageErrors: PageErrors }) {
  if (entries.length === 0) return null
  return (
    <Alert focusOn={focusOn} onDismiss={clear}>
      <ul>
        {entries.map(({ text, reason }, index) => (
          // Entries are only ever appended, and two may read the same.
          <li key={index}>
            <p>{text}</p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
