import { useId, type ReactNode } from 'react'
import { Card } from '../../ui/card'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** A button at the other end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** A titled card of the profile. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </Card>
  )
}
