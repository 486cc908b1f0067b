import { useEffect, useState, type ComponentType } from 'react'
import buildTimePicture from 'virtual:build-data/banner'
import site from 'virtual:content/site'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/gallery-images'
import { bannerFailure, bannerSizes, rememberPress, takePresses } from './first-picture'
import type { ImageRecord } from '../../api/types'
import type { BannerButtonProps } from './banner-button.lazy'
import styles from './home.module.css'

/**
 * The round banner: the owner's initials at once, over them the picture that the build knew of, then the front page's
 * pictures when they are loaded. Without pictures, or on error, only the initials are shown.
 */
export function Banner() {
  const state = useBanner()
  const initial = (
    <>
      <span aria-hidden="true" className={styles.initials}>
        {site.initials}
      </span>
      {buildTimePicture && (state.status === 'loading' || state.status === 'ready') && (
        <picture>
          <source type="image/avif" srcSet={buildTimePicture.srcSet} sizes={bannerSizes} />
          <img
            className={styles.picture}
            src={buildTimePicture.src}
            width={432}
            height={432}
            alt={buildTimePicture.alt}
          />
        </picture>
      )}
    </>
  )
  return (
    // A press before the pictures have come is answered when they have.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard reaches the button that comes
    <div
      className={styles.banner}
      data-action="step"
      onClick={state.status === 'loading' ? rememberPress : undefined}
    >
      {state.status === 'ready' ? (
        <state.Button images={state.images} presses={state.presses} className={styles.disc}>
          {initial}
        </state.Button>
      ) : (
        <div className={styles.disc}>{initial}</div>
      )}
      {!buildTimePicture && (state.status === 'loading' || state.status === 'ready') && (
        // What stands here before the app runs is not React's: see showFirstPicture.
        <div
          className={styles.early}
          data-first-picture={styles.error}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
      {state.status === 'error' && (
        <p role="status" className={styles.error}>
          {bannerFailure}
        </p>
      )}
    </div>
  )
}

type BannerState =
  | { status: 'loading' | 'none' | 'error' }
  | { status: 'ready'; images: ImageRecord[]; presses: number; Button: ComponentType<BannerButtonProps> }

/** The front page's pictures, and what shows them: neither is fetched before the page is hydrated. */
function useBanner(): BannerState {
  const [state, setState] = useState<BannerState>({ status: 'loading' })

  useEffect(() => {
    let unmounted = false
    const update = (next: BannerState) => {
      if (!unmounted) setState(next)
    }
    load().then(update, () => update({ status: 'error' }))
    return () => {
      unmounted = true
      takePresses()
    }
  }, [])

  return state
}

async function load(): Promise<BannerState> {
  const images = await listGalleryImages(frontPageSlug)
  if (images.length === 0) return { status: 'none' }
  const { BannerButton } = await import('./banner-button.lazy')
  return { status: 'ready', images, presses: takePresses(), Button: BannerButton }
}
