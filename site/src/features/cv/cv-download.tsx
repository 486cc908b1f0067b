import { useId } from 'react'
import { useHydrated } from '../../lib/use-hydrated'
import { Button, buttonClass } from '../../ui/button'
import styles from './cv-download.module.css'
import { useCurrentCv } from './use-current-cv'

const words = {
  loading: 'Loading CV...',
  failed: 'CV Unavailable',
  none: 'No Current CV Found',
}

/** The button that downloads the CV, or says why it cannot. It has one size in all its states. */
export function CvDownload() {
  const state = useCurrentCv()
  const hydrated = useHydrated()
  const id = useId()
  // Nothing is being loaded in a page that no script has reached; its place is kept.
  if (!hydrated && state.status !== 'ready')
    return <div aria-hidden="true" className={`needs-script ${styles.place ?? ''}`} />
  if (state.status === 'ready') {
    return (
      <a href={state.url} className={buttonClass({ variant: 'primary', wide: true })}>
        Download CV (Current)
      </a>
    )
  }
  const failed = state.status === 'failed'
  return (
    <>
      <Button wide variant="outline" aria-disabled aria-describedby={failed ? id : undefined}>
        {state.status === 'loading' && <span className={styles.spinner} />}
        {words[state.status]}
      </Button>
      {failed && (
        <p id={id} role="status" className={styles.failure}>
          Failed to load current CV. Please try again later or contact the owner.
        </p>
      )}
    </>
  )
}
