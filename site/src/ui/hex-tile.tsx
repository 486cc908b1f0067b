import type { Icon as TablerIcon } from '@tabler/icons-react'
import { Icon } from './icon'
import styles from './hex-tile.module.css'

/** An icon on a cell of honeycomb, beside a title. */
export function HexTile({ icon }: { icon: TablerIcon }) {
  return (
    <span className={styles.tile}>
      <Icon of={icon} />
    </span>
  )
}
