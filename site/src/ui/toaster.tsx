import { Toaster as Toasts } from 'sonner'
import './toaster.css'

/** Where messages of `tell` appear. One stands in the staff layout. */
export function Toaster() {
  return (
    <Toasts
      ref={silence}
      position="bottom-right"
      containerAriaLabel="Messages"
      offset={24}
      mobileOffset={16}
    />
  )
}

// Each message is a live region of its own, which tells failures from the rest: in a second one it would be read twice.
function silence(list: HTMLElement | null): void {
  list?.setAttribute('aria-live', 'off')
}
