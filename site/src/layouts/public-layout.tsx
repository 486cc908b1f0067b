import { useSyncExternalStore, ViewTransition } from 'react'
import { Outlet } from 'react-router-dom'
import { pageTransition } from '../lib/page-router'
import { reducedMotion, subscribeReducedMotion } from '../lib/reduced-motion'
// Several pages show them: with the bar they come in one file, which is smaller than a file for each.
import '../ui/card'
import '../ui/fade-in'
import '../ui/icon-tile'
import '../ui/page-intro'
import '../ui/rich-text'
import { Footer } from './footer'
import { TopBar } from './top-bar'
import styles from './public-layout.module.css'

const onPageChange = { [pageTransition]: 'auto', default: 'none' }

const skipsTransition = () => !('startViewTransition' in document) || reducedMotion()

/** The frame of the pages that everybody may read. */
export function PublicLayout() {
  const skip = useSyncExternalStore(subscribeReducedMotion, skipsTransition, () => true)
  return (
    <>
      <TopBar />
      {/* Only the content moves from one public page to the next; the bar stays. */}
      <ViewTransition default="none" update={skip ? 'none' : onPageChange}>
        <main id="main" className={styles.main}>
          <Outlet />
        </main>
      </ViewTransition>
      <Footer />
    </>
  )
}
