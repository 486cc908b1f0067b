import type { LinkProps } from 'react-router-dom'
import { buttonClass, type ButtonOptions } from './button-class'
import { SiteLink } from './site-link'

export function LinkButton({
  variant = 'outline',
  wide = false,
  small = false,
  className,
  ...rest
}: ButtonOptions & LinkProps) {
  return <SiteLink {...rest} className={buttonClass({ variant, wide, small }, className)} />
}
