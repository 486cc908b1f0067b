import '../styles/tokens-work.css'
import { Outlet, useLocation } from 'react-router-dom'
import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { withoutSlash } from '../lib/path'
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
        <HoneycombPattern />
      </aside>
    </div>
  )
}

const cell = 'M0-48 41.6-24V24L0 48-41.6 24V-24Z'
const rows = [
  { y: 52, from: 64, cells: [0, 1, 2, 3] },
  { y: 132, from: 110, cells: [0, 1, 2, 3] },
  { y: 212, from: 64, cells: [0, 1, 2, 3] },
]
const filled = new Set(['1.1', '2.2'])

/** A corner of honeycomb, two cells filled. Pure decoration. */
function HoneycombPattern() {
  return (
    <svg viewBox="0 0 360 232" aria-hidden="true" className={styles.comb}>
      {rows.map(({ y, from, cells }, row) =>
        cells.map((column) => (
          <path
            key={`${row}.${column}`}
            d={cell}
            transform={`translate(${from + column * 93} ${y})`}
            data-filled={filled.has(`${row}.${column}`) || undefined}
          />
        )),
      )}
    </svg>
  )
}
