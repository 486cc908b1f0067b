import type { ComponentProps } from 'react'
import { buttonClass, type ButtonOptions } from './button-class'

/** A button, at least 44 px high. It submits no form unless its `type` says so. */
export function Button({ variant, wide, className, ...rest }: ButtonOptions & ComponentProps<'button'>) {
  const options = { ...(variant && { variant }), ...(wide && { wide }) }
  return <button type="button" {...rest} className={buttonClass(options, className)} />
}
