import { useId, type FocusEvent } from 'react'
import { Link } from 'react-router-dom'
import { isStaff } from '../api/is-staff'
import type { User } from '../api/types'
import { useAuth } from '../features/auth/use-auth'
import { Button } from '../ui/button'
import { PathIcon } from '../ui/path-icon'
import styles from './user-menu.module.css'

/** The signed-in visitor's own menu, behind a button with their name. */
export default function UserMenu({ user }: { user: User }) {
  const { logout } = useAuth()
  const backend = user.backend_admin_url
  const id = useId()
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only sees the focus leave
    <div className={styles.box} onBlur={closeWhenLeft}>
      <Button popoverTarget={id} className={styles.name}>
        <span>{user.first_name || user.email}</span>
        <PathIcon small d="m6 9 6 6 6-6" />
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.identity}>
          <strong>{`${user.first_name} ${user.last_name}`.trim()}</strong>
          <span>{user.email}</span>
        </p>
        <ul aria-label="Account">
          <li>
            <Link to="/profile">
              Profile
              <PathIcon small d="M8 7a4 4 0 1 0 8 0 4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2" />
            </Link>
          </li>
          {isStaff(user) && backend && (
            <li>
              <a href={backend} target="_blank" rel="noopener">
                Backend Admin
                <PathIcon
                  small
                  d="M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5"
                />
              </a>
            </li>
          )}
          <li>
            <button type="button" onClick={() => void logout()}>
              Sign Out
              <PathIcon
                small
                d="M14 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2m-5-4h12m-3-3 3 3-3 3"
              />
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}

/** Closes the menu when the focus goes elsewhere; its button and Escape are the browser's own. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  // Nothing has the focus in another window, or after a press beside the menu, which closes it already.
  if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
  currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover()
}
