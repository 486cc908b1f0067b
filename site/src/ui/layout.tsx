import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './layout.module.css'

interface BoxProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'li' | 'p' | 'nav' | 'dl' | 'header'
  /** 8, 16 or 24 px, or the space between cards. */
  gap?: 'sm' | 'md' | 'lg' | 'card'
}

function Box({ as = 'div', gap = 'md', className, kind, ...rest }: BoxProps & { kind: string | undefined }) {
  // These props are common to all tags.
  const Tag = as as 'div'
  return <Tag {...rest} className={cx(kind, styles[gap], className)} />
}

/** The class of a `Stack`, for other elements. */
export const stackClass = (gap: BoxProps['gap'] = 'md') => cx(styles.stack, styles[gap])

export const Stack = (props: BoxProps) => <Box {...props} kind={styles.stack} />

/** Side by side, wrapping. */
export const Row = (props: BoxProps) => <Box {...props} kind={styles.row} />

/** A title at one end, actions at the other. */
export const Toolbar = (props: BoxProps) => <Box {...props} kind={styles.toolbar} />

/** As many equal columns as fit. */
export const Grid = ({ columns, ...rest }: BoxProps & { columns: 'narrow' | 'wide' }) => (
  <Box {...rest} kind={cx(styles.grid, styles[columns])} />
)

/**
 * A main column of two thirds and a rail, which moves below it in narrow windows. With `even` both have the same height.
 */
export const WithRail = ({ even, ...rest }: BoxProps & { even?: boolean }) => (
  <Box gap="card" {...rest} kind={cx(styles.withRail, even && styles.even)} />
)

/** Three equal columns from 75rem on, aligned with `WithRail`; otherwise one. */
export const Thirds = (props: BoxProps) => <Box gap="card" {...props} kind={styles.thirds} />

/** A list with a line above each entry, up to the card's edges with `edge`. */
export const Lines = ({ edge, className, ...rest }: ComponentProps<'ul'> & { edge?: boolean }) => (
  <ul {...rest} className={cx(styles.lines, edge && styles.edge, className)} />
)
