import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './layout.module.css'

interface BoxProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'li' | 'p' | 'nav' | 'dl'
  gap?: 'sm' | 'md' | 'lg'
}

function Box({ as = 'div', gap = 'md', className, kind, ...rest }: BoxProps & { kind: string | undefined }) {
  // The tags differ in nothing that these props can reach.
  const Tag = as as 'div'
  return <Tag {...rest} className={cx(kind, styles[gap], className)} />
}

/** One below the other. */
export const Stack = (props: BoxProps) => <Box {...props} kind={styles.stack} />

/** Side by side, as far as there is room. */
export const Row = (props: BoxProps) => <Box {...props} kind={styles.row} />

/** A title or text at one end, actions at the other. */
export const Toolbar = (props: BoxProps) => <Box {...props} kind={styles.toolbar} />

/** Columns of equal width, as many as fit. */
export const Grid = ({ columns, ...rest }: BoxProps & { columns: 'narrow' | 'wide' }) => (
  <Box {...rest} kind={cx(styles.grid, styles[columns])} />
)

/** A main column of two thirds, and a rail beside it where there is room. */
export const WithRail = (props: BoxProps) => <Box gap="lg" {...props} kind={styles.withRail} />

/** A list with a line above each entry: a text, then its buttons. */
export const Lines = ({ className, ...rest }: ComponentProps<'ul'>) => (
  <ul {...rest} className={cx(styles.lines, className)} />
)
