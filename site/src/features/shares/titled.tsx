import type { ReactNode } from 'react'
import { Stack } from '../../ui/layout'
import styles from './shares.module.css'

/** Shows the name of a group of controls, which has it as its accessible name already. */
export const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="sm">
    <p aria-hidden="true" className={styles.title}>
      {title}
    </p>
    {children}
  </Stack>
)
