import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './rich-text.module.css'

interface RichTextProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Trusted HTML that the build made from the owner's markdown. */
  html: string
}

/** HTML that the build rendered from the owner's markdown. */
export function RichText({ html, className, ...rest }: RichTextProps) {
  return <div {...rest} className={cx(styles.prose, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
