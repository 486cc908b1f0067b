import { isStaff } from '../../api/is-staff'
import type { User } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { cx } from '../../lib/cx'
import work from '../../ui/work.module.css'
import styles from './profile.module.css'

/** Who is signed in, at a glance. */
export function Identity({ user }: { user: User }) {
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <Card className={styles.identity}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <div>
        <div className={cx(work.row, styles.line)}>
          <h1>{name || user.email}</h1>
          {isStaff(user) && <Badge tone="honey">Staff</Badge>}
        </div>
        {name && <p>{user.email}</p>}
        {user.date_joined && (
          <p className={styles.since}>
            Here since <time dateTime={user.date_joined}>{day.format(new Date(user.date_joined))}</time>
          </p>
        )}
      </div>
    </Card>
  )
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** One or two letters for a user: of the names, or of the e-mail where there are none. */
function initialsOf({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map((name) => /\p{L}/u.exec(name)?.[0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}
