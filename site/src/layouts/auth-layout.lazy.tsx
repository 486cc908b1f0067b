import '../styles/tokens-work.css'
import { Outlet, useLocation } from 'react-router-dom'
import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { withoutSlash } from '../lib/path'
import { Comb } from './comb'
import styles from './auth-layout.module.css'

// The panel speaks in the owner's own voice where the content has a line of theirs; to newcomers somebody else does.
const isOwn = ({ source }: { source: string }) => source === site.name
const own = home.interests.find(isOwn) ?? home.interests[0]
const other = home.interests.find((interest) => !isOwn(interest)) ?? own

/** The frame of the account screens: the form on one half, a line of the owner's on the other. */
export default function AuthLayout() {
  const saying = withoutSlash(useLocation().pathname) === '/register' ? other : own
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
