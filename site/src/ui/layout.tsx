import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './layout.module.css'

interface BoxProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'li' | 'p' | 'nav' | 'dl'
  /** 8, 16 or 24 px, or the room between two cards. */
  gap?: 'sm' | 'md' | 'lg' | 'card'
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

/**
 * Two children: a main column of two thirds, and a rail beside it where there is room; below it otherwise. With `even` both
 * have one height.
 */
export const WithRail = ({ even, ...rest }: BoxProps & { even?: boolean }) => (
  <Box gap="card" {...rest} kind={cx(styles.withRail, even && styles.even)} />
)

/** Three equal columns on a wide screen, on the edges of `WithRail`; otherwise one. */
export const Thirds = (props: BoxProps) => <Box gap="card" {...props} kind={styles.thirds} />

/** A list with a line above each entry: a text, then its buttons. With `edge` the lines reach the edges of its card. */
export const Lines = ({ edge, className, ...rest }: ComponentProps<'ul'> & { edge?: boolean }) => (
  <ul {...rest} className={cx(styles.lines, edge && styles.edge, className)} />
)
