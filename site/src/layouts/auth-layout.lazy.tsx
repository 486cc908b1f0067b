import '../styles/tokens-work.css'
import { Outlet, useLocation } from 'react-router-dom'
import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { withoutSlash } from '../lib/path'
import { Comb } from './comb'
import styles from './auth-layout.module.css'

// The panel quotes the owner where the content has a quote of theirs; on the registration screen it quotes somebody else.
const isOwn = ({ source }: { source: string }) => source === site.name
const own = home.interests.find(isOwn) ?? home.interests[0]
const other = home.interests.find((candidate) => !isOwn(candidate)) ?? own

/** The frame of the account screens: the form on one half, a quote on the other. */
export default function AuthLayout() {
  const interest = withoutSlash(useLocation().pathname) === '/register' ? other : own
  return (
    <div className={styles.split}>
      <main id="main" className={styles.form}>
        <div className={styles.column}>
          <Outlet />
        </div>
      </main>
      <aside className={styles.panel}>
        {interest && (
          <figure className={styles.quote}>
            <blockquote>{interest.quote}</blockquote>
            <figcaption>{interest.source}</figcaption>
          </figure>
        )}
        <Comb className={styles.comb} />
      </aside>
    </div>
  )
}
