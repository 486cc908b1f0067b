import { useEffect, useState, type ComponentType } from 'react'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/photos'
import type { ImageRecord } from '../../api/types'
import type { BannerButtonProps } from './banner-button.lazy'

export type BannerState =
  | { status: 'loading' | 'none' | 'error' }
  | { status: 'ready'; images: ImageRecord[]; Button: ComponentType<BannerButtonProps> }

/** The front page's pictures, and what shows them: neither is fetched before the page is hydrated. */
export function useBanner(): BannerState {
  const [state, setState] = useState<BannerState>({ status: 'loading' })

  useEffect(() => {
    let unmounted = false
    const update = (next: BannerState) => {
      if (!unmounted) setState(next)
    }
    load().then(update, () => update({ status: 'error' }))
    return () => {
      unmounted = true
    }
  }, [])

  return state
}

async function load(): Promise<BannerState> {
  const images = await listGalleryImages(frontPageSlug)
  if (images.length === 0) return { status: 'none' }
  const { BannerButton } = await import('./banner-button.lazy')
  return { status: 'ready', images, Button: BannerButton }
}
