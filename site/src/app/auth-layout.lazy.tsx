import '../styles/app.css'
import { Outlet, useLocation } from 'react-router-dom'
import { withoutSlash } from '../lib/path'
import { siteLogo, siteName, templateContent } from '../lib/document-data'
import { Logo } from '../ui/logo'
import { ThemeSwitch } from '../ui/theme-switch'
import styles from './auth-layout.module.css'

/** The document contains the owner's quotes; the registration screen shows another person's. */
function quoteOn(path: string) {
  const quotes = templateContent('quotes')
  const own = quotes.querySelector('[data-own]') ?? quotes.querySelector('figure')
  const figure = path === '/register' ? (quotes.querySelector('figure:not([data-own])') ?? own) : own
  const [quote, source] = ['blockquote', 'figcaption'].map((part) => figure?.querySelector(part)?.textContent)
  return quote && source ? { quote, source } : undefined
}

/** The frame of the account screens: a form beside a quote. */
export default function AuthLayout() {
  const name = siteName() || 'Home'
  const interest = quoteOn(withoutSlash(useLocation().pathname))
  return (
    <div className={styles.split}>
      <div>
        <header className={styles.bar}>
          <a href="/">
            <Logo letter={siteLogo()} />
            {name}
          </a>
          <ThemeSwitch />
        </header>
        <main id="main" className={styles.column}>
          <Outlet />
        </main>
      </div>
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

/** A decorative corner of honeycomb. */
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
