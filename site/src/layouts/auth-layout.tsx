import '../styles/tokens-work.css'
import { Outlet } from 'react-router-dom'
import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { Comb } from './comb'
import styles from './auth-layout.module.css'

// The panel speaks in the owner's own voice where the content has a line of theirs.
const saying = home.interests.find(({ source }) => source === site.name) ?? home.interests[0]

/** The frame of the account screens: the form on one half, a line of the owner's on the other. */
export default function AuthLayout() {
  return (
    <div className={styles.split}>
      <main id="main" className={styles.form}>
        <div className={styles.column}>
          <Outlet />
        </div>
      </main>
      <aside className={styles.panel}>
        {saying && (
          <figure className={styles.saying}>
            <blockquote>{saying.quote}</blockquote>
            <figcaption>{saying.source}</figcaption>
          </figure>
        )}
        <Comb className={styles.comb} />
      </aside>
    </div>
  )
}
