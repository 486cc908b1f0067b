import { Toaster as Toasts } from 'sonner'
import './toaster.css'

/** Where messages of `tell` appear. One stands in the staff layout. */
export function Toaster() {
  return <Toasts position="bottom-right" containerAriaLabel="Messages" offset={24} mobileOffset={16} />
}
