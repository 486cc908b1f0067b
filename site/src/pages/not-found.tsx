import { buttonClass } from '../ui/button-class'
import { Copyright } from './copyright'
import lostBee from './lost-bee.svg?raw'
import styles from './not-found.module.css'
import type { SiteContent } from './page-props'

/**
 * The screen of every path that leads nowhere: a bee that cannot find its cell, by day in the light theme and by night
 * in the dark one. The drawing takes its colours from the page.
 */
export function NotFound({ site }: { site: SiteContent['site'] }) {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <h1>Bee Error?</h1>
        <p className={styles.subtitle}>.. ops it seems this page cannot be found ..</p>
        <div className={styles.scene} dangerouslySetInnerHTML={{ __html: lostBee }} />
        <p>We can't seem to find the page you are looking for!</p>
        <a href="/" className={buttonClass({})}>
          Back to Home Page
        </a>
      </main>
      <footer>
        <Copyright site={site} />
      </footer>
    </div>
  )
}
