import { useEffect, useState, type ComponentType } from 'react'
import buildTimePicture from 'virtual:build-data/banner'
import site from 'virtual:content/site'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/gallery-images'
import { cx } from '../../lib/cx'
import { bannerFailure, bannerSizes, takeSteps } from './first-picture'
import type { ImageRecord } from '../../api/types'
import type { BannerPicturesProps } from './banner-pictures.lazy'
import styles from './home.module.css'

/**
 * The round banner: the owner's initials at once, over them the picture that the build knew of, then the front page's
 * pictures when they are loaded. It advances at each press and each time a mouse enters. Without pictures, or on error, only
 * the initials are shown.
 */
export function Banner() {
  const state = useBanner()
  const [steps, setSteps] = useState(0)
  useEffect(() => {
    const take = () => setSteps((previous) => previous + takeSteps())
    take()
    addEventListener('hydrated', take)
    return () => removeEventListener('hydrated', take)
  }, [])
  const advance = () => setSteps((previous) => previous + 1)
  const hasPictures = state.status === 'loading' || state.status === 'ready'
  const images = state.status === 'ready' ? state.images : []
  const position = images.length > 0 && `${(steps % images.length) + 1} of ${images.length}`
  return (
    <div className={styles.banner}>
      <div className={styles.disc}>
        <span aria-hidden="true" className={styles.initials}>
          {site.initials}
        </span>
        {buildTimePicture && hasPictures && (
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
      </div>
      {!buildTimePicture && hasPictures && (
        // What stands here before the app runs is not React's: see showFirstPicture.
        <div
          className={styles.early}
          data-first-picture={styles.error}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
      {hasPictures && (
        <button
          type="button"
          className={cx(styles.step, 'needs-script')}
          data-action="step"
          // The accessible name contains the visible text, for speech control.
          aria-label={['Show next picture', images[steps % images.length]?.title, site.initials, position]
            .filter(Boolean)
            .join(', ')}
          onClick={advance}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse') advance()
          }}
        >
          {state.status === 'ready' && position && (
            <state.Pictures images={images} steps={steps} position={position} />
          )}
        </button>
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
  | { status: 'ready'; images: ImageRecord[]; Pictures: ComponentType<BannerPicturesProps> }

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
    }
  }, [])

  return state
}

async function load(): Promise<BannerState> {
  const images = await listGalleryImages(frontPageSlug)
  if (images.length === 0) return { status: 'none' }
  const { BannerPictures } = await import('./banner-pictures.lazy')
  return { status: 'ready', images, Pictures: BannerPictures }
}
