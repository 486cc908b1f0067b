import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Icon as TablerIcon } from './icons'
import styles from './action-card.module.css'
import { Card } from './card'
import { IconTile } from './icon-tile'
import { Icon } from './icon'

interface ActionCardProps {
  icon: TablerIcon
  title: string
  /** The link's target: `to` for a screen of this site, `href` for an address that opens in a new tab. */
  to?: string
  href?: string
  action: string
  children: ReactNode
}

/** A card that is a link. */
export function ActionCard({ icon, title, to, href, action, children }: ActionCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <IconTile>
        <Icon of={icon} />
      </IconTile>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {to === undefined ? (
        <a href={href} target="_blank" rel="noopener" className={styles.action}>
          {action}
        </a>
      ) : (
        <Link to={to} className={styles.action}>
          {action}
        </Link>
      )}
    </Card>
  )
}

/** Cards of one height in as many columns as there is room for. */
export function ActionCards({ children }: { children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>
}
