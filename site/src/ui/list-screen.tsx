import type { ReactNode } from 'react'
import type { User } from '../api/types'
import { AccessDenied } from './access-card'
import { Alert } from './alert'
import { Button } from './button'
import { Stack } from './layout'
import { PageHead } from './page-head'
import type { PageErrors } from './form-errors'
import { passFocusOn } from './focus'
import { Skeleton } from './progress'

interface ScreenTexts {
  title: string
  loading: string
  denied: string
  failure: string
}

interface StaffOnlyProps {
  texts: ScreenTexts
  auth: { status: string; user: User | null }
  children: ReactNode
}

/** Renders `children`, which fetch data, for staff only. */
export function StaffOnly({ texts, auth: { status, user }, children }: StaffOnlyProps) {
  if (status === 'loading') return <LoadingScreen {...texts} />
  return user?.is_staff === true ? children : <AccessDenied>{texts.denied}</AccessDenied>
}

interface ListScreenProps {
  texts: ScreenTexts
  lists: { loading: boolean; failed: boolean; fetching: boolean; refetch: () => void }
  pageErrors: PageErrors
  /** The size of the list, once known. */
  summary: string | undefined
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a list screen: head, errors, lists. */
export function ListScreen({ texts, lists, pageErrors, summary, actions, children }: ListScreenProps) {
  if (lists.loading) return <LoadingScreen {...texts} />
  return (
    <>
      <PageHead title={texts.title} actions={actions}>
        {summary}
      </PageHead>
      <Stack gap="card" aria-busy={lists.fetching}>
        <ErrorBanner pageErrors={pageErrors} />
        {lists.failed && <LoadFailure onRetry={lists.refetch}>{texts.failure}</LoadFailure>}
        {children}
      </Stack>
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

/** Reports that `children` could not be loaded, with a retry. */
export function LoadFailure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert>
      <p>{children}</p>
      <Button ref={passFocusOn} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}

export function ErrorBanner({ pageErrors: { entries, focusOn, clear } }: { pageErrors: PageErrors }) {
  if (entries.length === 0) return null
  return (
    <Alert focusOn={focusOn} onDismiss={clear}>
      <Stack as="ul" gap="sm">
        {entries.map(({ text, reason }, index) => (
          // Entries are only appended, and two may be equal.
          <li key={index}>
            <p>{text}</p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}
