import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import buildTimeUrl from 'virtual:build-data/cv'
import { getCurrentCv } from '../../api/current-cv'
import { Button, buttonClass } from '../../ui/button'
import styles from './cv.module.css'

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

type CvState = { status: 'loading' | 'failed' | 'none' } | { status: 'ready'; url: string }

/** Where the CV can be downloaded: what the build knew, until the page is hydrated and the API answers. */
function useCurrentCv(): CvState {
  const [state, setState] = useState<CvState>(
    buildTimeUrl === null ? { status: 'loading' } : { status: 'ready', url: buildTimeUrl },
  )
  useEffect(() => {
    let unmounted = false
    const update = (next: CvState) => {
      if (!unmounted) setState(next)
    }
    getCurrentCv().then(
      ({ download_url: url }) => update(url ? { status: 'ready', url } : { status: 'none' }),
      () => update({ status: 'failed' }),
    )
    return () => {
      unmounted = true
    }
  }, [])
  return state
}
