import type { ReactNode } from 'react'
import { Icon } from './icon'
import { IconTile } from './icon-tile'
import type { Icon as TablerIcon } from './icons'
import { Stack } from './layout'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon?: TablerIcon
  action?: ReactNode
  children: ReactNode
}

/** Replaces the content of an empty card: one sentence and one outlined button. */
export const EmptyState = ({ icon, action, children }: EmptyStateProps) => (
  <Stack className={styles.empty}>
    {icon && (
      <IconTile>
        <Icon of={icon} size={24} />
      </IconTile>
    )}
    <p>{children}</p>
    {action}
  </Stack>
)
