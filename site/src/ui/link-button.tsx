import type { LinkProps } from 'react-router-dom'
import { buttonClass, type ButtonOptions } from './button-class'
import { SiteLink } from './site-link'

/** A link inside the site that looks like a button. */
export function LinkButton({ variant, wide, className, ...rest }: ButtonOptions & LinkProps) {
  const options = { ...(variant && { variant }), ...(wide && { wide }) }
  return <SiteLink {...rest} className={buttonClass(options, className)} />
}
