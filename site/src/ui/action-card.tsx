import type { ReactNode } from 'react'
import { Card } from './card'
import { Icon } from './icon'
import { IconTile } from './icon-tile'
import { IconArrowRight, IconExternalLink, type Icon as TablerIcon } from './icons'
import { Thirds } from './layout'
import { SiteLink } from './site-link'
import styles from './action-card.module.css'

interface ActionCardProps {
  icon: TablerIcon
  title: string
  /** The link's target: `to` for a screen of the app, `href` for another document, which opens in a new tab with `external`. */
  to?: string
  href?: string
  external?: boolean
  children: ReactNode
}

/** A card that is a link. */
export function ActionCard({ icon, title, to, href, external = false, children }: ActionCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <IconTile>
        <Icon of={icon} size={22} />
      </IconTile>
      <div className={styles.text}>
        <h2>
          {to === undefined ? (
            <a href={href} {...(external && { target: '_blank', rel: 'noopener' })}>
              {title}
            </a>
          ) : (
            <SiteLink to={to}>{title}</SiteLink>
          )}
        </h2>
        <p>{children}</p>
      </div>
      <Icon of={external ? IconExternalLink : IconArrowRight} size={18} />
    </Card>
  )
}

/** Three cards of one height. */
export const ActionCards = ({ children }: { children: ReactNode }) => <Thirds as="ul">{children}</Thirds>
