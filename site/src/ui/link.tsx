import { Link, type LinkProps } from 'react-router-dom'
import { buttonClass, type ButtonOptions } from './button-class'

/** A link without the attribute that only a server-side router reads. */
export const SiteLink = (props: LinkProps) => <Link discover="none" {...props} />

export function LinkButton({
  variant = 'outline',
  wide = false,
  small = false,
  className,
  ...rest
}: ButtonOptions & LinkProps) {
  return <SiteLink {...rest} className={buttonClass({ variant, wide, small }, className)} />
}
