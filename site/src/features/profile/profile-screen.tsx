import { useNavigate } from 'react-router-dom'
import { useAuth } from '../auth/use-auth'
import { Devices } from './devices'
import { EmailForm } from './email-form'
import { Identity } from './identity'
import { NamesForm } from './names-form'
import { PasswordForm } from './password-form'
import styles from './profile-screen.module.css'
import { useDevices } from './use-devices'
import { YourData } from './your-data'

/** A signed-in user's own account. */
export function ProfileScreen() {
  const { user, update, logout } = useAuth()
  const devices = useDevices()
  const navigate = useNavigate()
  if (user === null) return null
  const onDeleted = async () => {
    await logout()
    void navigate('/login?accountDeleted=true', { replace: true })
  }
  return (
    <div className={styles.cards}>
      <Identity user={user} />
      <NamesForm user={user} onSaved={update} />
      <EmailForm key={user.email} user={user} />
      <PasswordForm user={user} onChanged={devices.reload} />
      <YourData user={user} onDeleted={onDeleted} />
      <Devices {...devices} onSignedOutHere={logout} />
    </div>
  )
}
