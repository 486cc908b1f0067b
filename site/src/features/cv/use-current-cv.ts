import { useEffect, useState } from 'react'
import buildTimeUrl from 'virtual:build-data/cv'
import { getCurrentCv } from '../../api/current-cv'

export type CvState = { status: 'loading' | 'failed' | 'none' } | { status: 'ready'; url: string }

/** Where the CV can be downloaded: what the build knew of it, and asked for anew once the page has come to life. */
export function useCurrentCv(): CvState {
  const [state, setState] = useState<CvState>(
    buildTimeUrl === null ? { status: 'loading' } : { status: 'ready', url: buildTimeUrl },
  )
  useEffect(() => {
    let left = false
    const arrive = (next: CvState) => {
      if (!left) setState(next)
    }
    getCurrentCv().then(
      ({ download_url: url }) => arrive(url ? { status: 'ready', url } : { status: 'none' }),
      () => arrive({ status: 'failed' }),
    )
    return () => {
      left = true
    }
  }, [])
  return state
}
