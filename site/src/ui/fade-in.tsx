import type { ComponentProps } from 'react'
import { useFadeIn, type FadeInOptions } from './use-fade-in'

/** A block that fades in when it comes into sight. */
export function FadeIn({ duration, delay, ...rest }: FadeInOptions & ComponentProps<'div'>) {
  const ref = useFadeIn<HTMLDivElement>({
    ...(duration !== undefined && { duration }),
    ...(delay !== undefined && { delay }),
  })
  return <div {...rest} ref={ref} />
}
