import { buttonClass } from '../ui/button-class'
import { Copyright } from './copyright'
import { usePageTexts } from './language'
import lostBee from './lost-bee.svg?raw'
import styles from './not-found.module.css'
import type { SiteContent } from './page-props'

/**
 * The screen of every path that leads nowhere: a bee that cannot find its cell, by day in the light theme and by night
 * in the dark one. The drawing takes its colours from the page.
 */
export function NotFound({ site }: { site: SiteContent['site'] }) {
  const { texts, fixed, at } = usePageTexts()
  return (
    <div className={styles.page}>
      <main className={styles.main} {...fixed}>
        <h1>{texts.notFound}</h1>
        <p className={styles.subtitle}>{texts.notFoundAside}</p>
        <div className={styles.scene} dangerouslySetInnerHTML={{ __html: lostBee }} />
        <p>{texts.notFoundReason}</p>
        <a href={at('/')} className={buttonClass({})}>
          {texts.backToHome}
        </a>
      </main>
      <footer>
        <Copyright site={site} />
      </footer>
    </div>
  )
}
