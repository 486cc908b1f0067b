import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { PathIcon } from '../ui/path-icon'
import { IconButton } from '../ui/icon-button'
import { MenuDialog } from './menu-dialog'
import styles from './mobile-menu.module.css'
import { openMenu } from './open-menu'

/** The menu of the site's pages where the bar has no room for them. It opens without the app, too. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const subscribe = useCallback((listener: () => void) => {
    const observer = new MutationObserver(listener)
    if (dialog.current) observer.observe(dialog.current, { attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [])
  // It may have been opened before the app ran.
  const open = useSyncExternalStore(
    subscribe,
    () => dialog.current?.open ?? false,
    () => false,
  )
  const { key } = useLocation()
  // The menu belongs to the page on which it was opened: every navigation closes it.
  useEffect(() => close, [key])
  return (
    <div className={styles.menu}>
      <IconButton
        label="Open menu"
        className="needs-script"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-action="menu"
        onClick={({ currentTarget }) => openMenu(currentTarget)}
      >
        <PathIcon d="M4 6h16M4 12h16M4 18h16" />
      </IconButton>
      <a href="#site-links" className={styles.fallback}>
        Menu
      </a>
      <MenuDialog ref={dialog} open={open} close={close} />
    </div>
  )
}
