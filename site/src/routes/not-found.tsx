import site from 'virtual:content/site'
import { useYear } from '../lib/use-year'
import { LinkButton } from '../ui/link-button'
import lostBee from './lost-bee.svg?raw'
import styles from './not-found.module.css'

/**
 * The screen of every path that leads nowhere: a bee that cannot find its cell, by day in the light theme and by night
 * in the dark one. The drawing takes its colours from the page.
 */
export default function NotFound() {
  const year = useYear()
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <h1>Bee Error?</h1>
        <p className={styles.subtitle}>.. ops it seems this page cannot be found ..</p>
        <div className={styles.scene} dangerouslySetInnerHTML={{ __html: lostBee }} />
        <p>We can't seem to find the page you are looking for!</p>
        <LinkButton to="/">Back to Home Page</LinkButton>
      </main>
      <footer>{`© ${year} ${site.company}`}</footer>
    </div>
  )
}
