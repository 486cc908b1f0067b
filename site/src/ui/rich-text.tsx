import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './rich-text.module.css'

interface RichTextProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Trusted HTML that the build made from the owner's markdown. */
  html: string
}

/** The owner's words as the build rendered them. */
export function RichText({ html, className, ...rest }: RichTextProps) {
  return <div {...rest} className={cx(styles.prose, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
