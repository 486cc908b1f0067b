import { useEffect, useState } from 'react'
import buildTimeUrl from 'virtual:build-data/cv'
import { getCurrentCv } from '../../api/current-cv'

export type CvState = { status: 'loading' | 'failed' | 'none' } | { status: 'ready'; url: string }

/** Where the CV can be downloaded: what the build knew, until the page is hydrated and the API answers. */
export function useCurrentCv(): CvState {
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
