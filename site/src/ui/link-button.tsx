import type { LinkProps } from 'react-router-dom'
import { buttonClass, type ButtonLook } from './button'
import { SiteLink } from './site-link'

/** A link inside the site that looks like a button. */
export function LinkButton({ variant, wide, className, ...rest }: ButtonLook & LinkProps) {
  const look = { ...(variant && { variant }), ...(wide && { wide }) }
  return <SiteLink {...rest} className={buttonClass(look, className)} />
}
