import type { ReactNode } from 'react'
import styles from './eyebrow.module.css'

/** The short line over a page's heading. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className={styles.eyebrow}>{children}</p>
}
