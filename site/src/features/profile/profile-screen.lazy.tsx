import { useAuth } from '../auth/use-auth'
import { Devices } from './devices'
import { EmailForm, NamesForm, PasswordForm, UnconfirmedEmail } from './account-forms'
import { Passkeys } from './passkeys'
import { cx } from '../../lib/cx'
import { fullName } from '../../lib/full-name'
import logo from '../../ui/logo.module.css'
import styles from './profile.module.css'
import { SecondFactor } from './second-factor'
import { DangerZone, YourData } from './your-data'
import { isStaff } from '../../api/is-staff'
import type { User } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Day } from '../../ui/date-time'
import { Row } from '../../ui/layout'

/** A signed-in user's own account. */
export default function ProfileScreen() {
  const { user } = useAuth()
  if (user === null) return null
  return (
    <>
      <Identity user={user} />
      <div>
        {user.email_unconfirmed && <UnconfirmedEmail user={user} />}
        <NamesForm user={user} />
        <EmailForm key={user.email} user={user} />
        <PasswordForm user={user} />
        {!user.email_unconfirmed && (
          <>
            <Passkeys />
            <SecondFactor />
          </>
        )}
        <Devices />
        <YourData />
        <DangerZone user={user} />
      </div>
    </>
  )
}

/** Who is signed in, at a glance. */
function Identity({ user }: { user: User }) {
  const name = fullName(user)
  return (
    <Row className={styles.identity}>
      <span className={cx(logo.logo, styles.initials)} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <div>
        <Row gap="sm">
          <h1>{name || user.email}</h1>
          {isStaff(user) && <Badge tone="honey">Staff</Badge>}
        </Row>
        <p>
          {name && <span>{user.email}</span>}
          {user.date_joined && (
            <span>
              <span>{name ? ', member since ' : 'Member since '}</span>
              <Day at={user.date_joined} />
            </span>
          )}
        </p>
      </div>
    </Row>
  )
}

/** The initials of the names, or of the e-mail address. */
function initialsOf({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map((name) => /\p{L}/u.exec(name)?.[0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}
