import { useSyncExternalStore, ViewTransition } from 'react'
import { Outlet } from 'react-router-dom'
import { pageTransition } from '../lib/page-router'
import { reducedMotion, subscribeReducedMotion } from '../lib/reduced-motion'
import { Footer } from './footer'
import { SkipLink } from './skip-link'
import { TopBar } from './top-bar'
import styles from './public-layout.module.css'

const onlyPages = { [pageTransition]: 'auto', default: 'none' }

const swapsPlainly = () => !('startViewTransition' in document) || reducedMotion()

/** The frame of the pages that everybody may read. */
export function PublicLayout() {
  const plain = useSyncExternalStore(subscribeReducedMotion, swapsPlainly, () => true)
  return (
    <>
      <SkipLink />
      <TopBar />
      {/* From one public page to the next, where the browser knows how; the bar keeps still. */}
      <ViewTransition default="none" update={plain ? 'none' : onlyPages}>
        <main id="main" className={styles.main}>
          <Outlet />
        </main>
      </ViewTransition>
      <Footer />
    </>
  )
}
