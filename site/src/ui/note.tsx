import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './note.module.css'

interface NoteProps extends ComponentProps<'p'> {
  as?: 'p' | 'div' | 'span' | 'small' | 'li'
}

/** An explanation, in the second colour of text. */
export function Note({ as = 'p', className, ...rest }: NoteProps) {
  // These props are common to all tags.
  const Tag = as as 'p'
  return <Tag {...rest} className={cx(styles.note, className)} />
}

/** A number or a time, in the third colour of text. */
export function Fact({ as = 'p', small, ...rest }: Omit<NoteProps, 'className'> & { small?: boolean }) {
  const Tag = as as 'p'
  return <Tag {...rest} className={cx(styles.fact, small && styles.small)} />
}

/** Takes the room that the buttons beside it leave. */
export const FileName = ({ children }: { children: string }) => (
  <span title={children} className={cx(styles.fileName, 'one-line')}>
    {children}
  </span>
)
