import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../ui/icon'
import { IconButton } from '../ui/icon-button'
import { MobileSheet } from './mobile-sheet'
import styles from './mobile-menu.module.css'

/** The way to the site's pages where the bar has no room for them. */
export function MobileMenu() {
  const { key } = useLocation()
  // The menu belongs to the place it was opened at: any step elsewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  return (
    <div className={styles.menu}>
      <IconButton
        label="Open menu"
        className="needs-script"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(key)}
      >
        <Icon of={IconMenu2} />
      </IconButton>
      <a href="#site-links" className={styles.fallback}>
        Menu
      </a>
      {open && <MobileSheet onClose={() => setOpenAt(null)} />}
    </div>
  )
}
