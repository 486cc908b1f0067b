import { IconChevronDown, IconExternalLink, IconLogout } from '@tabler/icons-react'
import { useId, type KeyboardEvent } from 'react'
import type { User } from '../api/types'
import { useAuth } from '../features/auth/use-auth'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import styles from './user-menu.module.css'

/** The signed-in visitor's own menu, behind a button with their name. */
export function UserMenu({ user }: { user: User }) {
  const { logout } = useAuth()
  const id = useId()
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="menu" className={styles.name}>
        <span>{user.first_name || user.email}</span>
        <Icon of={IconChevronDown} size={16} />
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.identity}>
          <strong>{`${user.first_name} ${user.last_name}`.trim()}</strong>
          <span>{user.email}</span>
        </p>
        {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its items take the focus */}
        <div role="menu" aria-label="Account" onKeyDown={moveFocus}>
          {user.backend_admin_url && (
            <a role="menuitem" href={user.backend_admin_url} target="_blank" rel="noopener">
              Backend Admin
              <Icon of={IconExternalLink} size={16} />
            </a>
          )}
          <button type="button" role="menuitem" onClick={() => void logout()}>
            Sign Out
            <Icon of={IconLogout} size={16} />
          </button>
        </div>
      </div>
    </>
  )
}

/** Up, Down, Home and End walk through the menu's items, round its ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const here = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
