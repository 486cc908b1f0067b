import { ConfirmEmail } from '../../features/auth/confirm-email'
import { AccountHead } from '../../ui/account-head'

export default function ConfirmEmailScreen() {
  return (
    <>
      <AccountHead title="Your e-mail address">
        The link from the mail shows that the address is yours.
      </AccountHead>
      <ConfirmEmail />
    </>
  )
}
