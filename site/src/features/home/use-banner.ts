import { useEffect, useState, type ComponentType } from 'react'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/photos'
import type { ImageRecord } from '../../api/types'
import type { BannerButtonProps } from './banner-button.lazy'

export type BannerState =
  | { status: 'loading' | 'none' | 'error' }
  | { status: 'ready'; images: ImageRecord[]; Button: ComponentType<BannerButtonProps> }

/** The front page's pictures, and what shows them: neither is fetched before the page has come to life. */
export function useBanner(): BannerState {
  const [state, setState] = useState<BannerState>({ status: 'loading' })

  useEffect(() => {
    let left = false
    const arrive = (next: BannerState) => {
      if (!left) setState(next)
    }
    load().then(arrive, () => arrive({ status: 'error' }))
    return () => {
      left = true
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
