import { useState, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { PathIcon } from '../ui/path-icon'
import { IconButton } from '../ui/icon-button'
import type { MobileSheetProps } from './mobile-sheet.lazy'
import styles from './mobile-menu.module.css'

const footerLinks = '#site-links'

/** The menu of the site's pages where the bar has no room for them. */
export function MobileMenu() {
  const { key } = useLocation()
  // The sheet belongs to the page on which it was opened: every navigation closes it.
  const [opened, setOpened] = useState<{ at: string; Sheet: ComponentType<MobileSheetProps> } | null>(null)
  const open = opened?.at === key

  const show = () => {
    import('./mobile-sheet.lazy').then(
      ({ MobileSheet }) => setOpened({ at: key, Sheet: MobileSheet }),
      // Without a network the links in the footer do the same.
      () => location.assign(footerLinks),
    )
  }

  return (
    <div className={styles.menu}>
      <IconButton
        label="Open menu"
        className="needs-script"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
      >
        <PathIcon d="M4 6h16M4 12h16M4 18h16" />
      </IconButton>
      <a href={footerLinks} className={styles.fallback}>
        Menu
      </a>
      {open && <opened.Sheet onClose={() => setOpened(null)} />}
    </div>
  )
}
