import { useId, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '../../ui/button'
import styles from './cv-download.module.css'
import { useCurrentCv } from './use-current-cv'

const labels = {
  loading: 'Loading CV...',
  failed: 'CV Unavailable',
  none: 'No Current CV Found',
}

const subscribeNothing = () => () => undefined

/** The button that downloads the CV, or shows why it cannot. It has one size in all its states. */
export function CvDownload() {
  const state = useCurrentCv()
  // False in a prerendered page and while React takes it over.
  const hydrated = useSyncExternalStore(
    subscribeNothing,
    () => true,
    () => false,
  )
  const id = useId()
  // Without scripts nothing is being loaded, but the room for the button is there from the start.
  if (!hydrated && state.status !== 'ready')
    return <div aria-hidden="true" className={`needs-script ${styles.placeholder ?? ''}`} />
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
        {labels[state.status]}
      </Button>
      {failed && (
        <p id={id} role="status" className={styles.failure}>
          Failed to load current CV. Please try again later or contact the owner.
        </p>
      )}
    </>
  )
}
