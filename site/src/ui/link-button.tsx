import type { LinkProps } from 'react-router-dom'
import { buttonClass, type ButtonOptions } from './button-class'
import { SiteLink } from './site-link'

/** A link inside the app that looks like a button. */
export function LinkButton({
  variant = 'outline',
  wide = false,
  small = false,
  className,
  ...rest
}: ButtonOptions & LinkProps) {
  return <SiteLink {...rest} className={buttonClass({ variant, wide, small }, className)} />
}
