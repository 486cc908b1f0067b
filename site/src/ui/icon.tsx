import type { Icon as TablerIcon } from './icons'

interface IconProps {
  of: TablerIcon
  size?: number
  className?: string | undefined
}

/** A decorative icon: text beside it or its button's name has the meaning. */
export function Icon({ of: Drawing, size = 20, className }: IconProps) {
  return <Drawing aria-hidden size={size} stroke={1.75} className={className ?? ''} />
}
