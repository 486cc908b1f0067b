import type { ReactNode } from 'react'
import styles from './icon-tile.module.css'

/** An icon on a cell of honeycomb, beside a title. */
export function IconTile({ children }: { children: ReactNode }) {
  return <span className={styles.tile}>{children}</span>
}
