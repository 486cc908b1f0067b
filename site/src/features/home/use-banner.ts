import { useEffect, useState } from 'react'
import { listImages } from '../../api/photos'
import type { ImageRecord } from '../../api/types'

const gallerySlug = 'page-logos'

export type BannerState =
  { status: 'loading' | 'none' | 'error' } | { status: 'ready'; images: ImageRecord[]; index: number }

/** The front page's pictures: which one is shown, and the step to the next one, round their end. */
export function useBanner(): { state: BannerState; advance: () => void } {
  const [state, setState] = useState<BannerState>({ status: 'loading' })

  useEffect(() => {
    let left = false
    const arrive = (next: BannerState) => {
      if (!left) setState(next)
    }
    listImages({ gallerySlug }).then(
      (images) => arrive(images.length > 0 ? { status: 'ready', images, index: 0 } : { status: 'none' }),
      () => arrive({ status: 'error' }),
    )
    return () => {
      left = true
    }
  }, [])

  const advance = () =>
    setState((now) => (now.status === 'ready' ? { ...now, index: (now.index + 1) % now.images.length } : now))
  return { state, advance }
}
