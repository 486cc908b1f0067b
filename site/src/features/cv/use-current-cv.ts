import { useEffect, useState } from 'react'
import { getCurrentCv } from '../../api/current-cv'

export type CvState = { status: 'loading' | 'failed' | 'none' } | { status: 'ready'; url: string }

/** Where the CV can be downloaded: asked for once the page has come to life. */
export function useCurrentCv(): CvState {
  const [state, setState] = useState<CvState>({ status: 'loading' })
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
