import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import type { Icon as TablerIcon } from './icons'
import styles from './icon-tile.module.css'
import row from './row-tile.module.css'

/** An icon on a hexagon, beside a title. */
export function IconTile({ children }: { children: ReactNode }) {
  return <span className={styles.tile}>{children}</span>
}

/** A small square with an icon, at the start of a row. */
export const RowTile = ({
  of,
  tone = 'plain',
}: {
  of: TablerIcon
  tone?: 'plain' | 'honey' | 'success' | 'danger'
}) => (
  <span className={cx(row.square, `soft-${tone}`)}>
    <Icon of={of} size={18} />
  </span>
)

/** Initials in a circle, at the start of a row. */
export const Initials = ({ of: { first_name, last_name, email } }: { of: Person }) => (
  <span className={cx(row.square, row.initials)} aria-hidden="true">
    {((first_name ?? '').charAt(0) + (last_name ?? '').charAt(0) || email.charAt(0)).toUpperCase()}
  </span>
)

interface Person {
  first_name?: string | undefined
  last_name?: string | undefined
  email: string
}
