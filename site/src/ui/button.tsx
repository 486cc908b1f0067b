import type { ComponentProps } from 'react'
import { buttonClass, type ButtonOptions } from './button-class'

/** A button that submits only with `type="submit"`. */
export function Button({
  variant = 'outline',
  wide = false,
  small = false,
  className,
  ...rest
}: ButtonOptions & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={buttonClass({ variant, wide, small }, className)} />
}
