import type { ComponentProps } from 'react'

interface RichTextProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Trusted HTML that the build made from the owner's markdown. */
  html: string
}

/** The owner's words as the build rendered them. */
export function RichText({ html, ...rest }: RichTextProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
