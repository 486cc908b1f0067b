import { useEffect, useRef } from 'react'
import buildTimeUrl from 'virtual:build-data/cv'
import { getCurrentCv } from '../../api/current-cv'
import { buttonClass } from '../../ui/button'
import styles from './cv.module.css'
import { showCurrentCv } from './current-cv-button'

const link = buttonClass({ variant: 'primary', wide: true })

/**
 * The button that downloads the CV, or shows why it cannot: what the build knew, until the API answers. It has one size in
 * all its states. React makes it and leaves it alone: where the build knew nothing, it shows the answer before the app runs.
 */
export function CvDownload() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) void showCurrentCv(box.current, getCurrentCv)
  }, [])
  if (buildTimeUrl !== null) {
    return (
      <div ref={box} {...classes}>
        <a href={buildTimeUrl} className={link}>
          Download CV (Current)
        </a>
      </div>
    )
  }
  // Without scripts nothing is being loaded, but the room for the button is there from the start.
  return (
    <div
      ref={box}
      {...classes}
      className={`needs-script ${styles.placeholder ?? ''}`}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

/** The classes of what is shown in the box. */
const classes = {
  'data-current-cv': '',
  'data-link': link,
  'data-button': buttonClass({ variant: 'outline', wide: true }),
  'data-spinner': styles.spinner,
  'data-failure': styles.failure,
}
