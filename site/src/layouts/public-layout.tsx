import { Outlet } from 'react-router-dom'
import { Footer } from './footer'
import { SkipLink } from './skip-link'
import { TopBar } from './top-bar'
import styles from './public-layout.module.css'

/** The frame of the pages that everybody may read. */
export function PublicLayout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
