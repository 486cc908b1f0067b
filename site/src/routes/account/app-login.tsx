import { AppLogin } from '../../features/auth/app-login'
import { AccountHead } from '../../ui/account-head'

export default function AppLoginScreen() {
  return (
    <>
      <AccountHead title="Signing you in">
        <span role="status">One moment: the link from the app is being checked.</span>
      </AccountHead>
      <AppLogin />
    </>
  )
}
