import { useAuth } from '../auth/use-auth'
import { Devices } from './devices'
import { EmailForm } from './email-form'
import { FreshProofDialog } from '../../ui/fresh-proof'
import { Identity } from './identity'
import { NamesForm } from './names-form'
import { PasswordForm } from './password-form'
import { Passkeys } from './passkeys'
import styles from './profile.module.css'
import { SecondFactor } from './second-factor'
import { UnconfirmedEmail } from './unconfirmed-email'
import { YourData } from './your-data'

/** A signed-in user's own account. */
export default function ProfileScreen() {
  const { user } = useAuth()
  if (user === null) return null
  return (
    <>
      <div className={styles.cards}>
        <Identity user={user} />
        {user.email_unconfirmed && <UnconfirmedEmail user={user} />}
        <NamesForm user={user} />
        <EmailForm key={user.email} user={user} />
        <PasswordForm user={user} />
        <YourData user={user} />
        <Passkeys />
        <SecondFactor />
        <Devices />
      </div>
      <FreshProofDialog user={user} />
    </>
  )
}
