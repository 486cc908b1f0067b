import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Card } from './card'
import { Icon } from './icon'
import { IconTile } from './icon-tile'
import { IconArrowRight, IconExternalLink, type Icon as TablerIcon } from './icons'
import { Thirds } from './layout'
import { SiteLink } from './link'
import styles from './action-card.module.css'

interface ActionCardProps {
  icon: TablerIcon
  title: string
  /** `to` for screens of the app, `href` for other documents; `external` ones open in a new tab. */
  to?: string
  href?: string
  external?: boolean
  children: ReactNode
}

export function ActionCard({ icon, title, to, href, external = false, children }: ActionCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <IconTile>
        <Icon of={icon} size={22} />
      </IconTile>
      <div className={cx(styles.text, 'grow')}>
        <h2>
          {to === undefined ? (
            <a href={href} className="whole-link" {...(external && { target: '_blank', rel: 'noopener' })}>
              {title}
            </a>
          ) : (
            <SiteLink to={to} className="whole-link">
              {title}
            </SiteLink>
          )}
        </h2>
        <p>{children}</p>
      </div>
      <Icon of={external ? IconExternalLink : IconArrowRight} size={18} />
    </Card>
  )
}

export const ActionCards = ({ children }: { children: ReactNode }) => <Thirds as="ul">{children}</Thirds>
