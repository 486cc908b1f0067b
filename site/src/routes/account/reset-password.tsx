import { useParams } from 'react-router-dom'
import { ResetForm } from '../../features/auth/reset-form'
import { AccountHead } from '../../ui/account-head'

export default function ResetPassword() {
  const { uidb64 = '', token = '' } = useParams()
  return (
    <>
      <AccountHead title="Choose a new password">
        It takes the place of the old one on every device.
      </AccountHead>
      <ResetForm link={{ uidb64, token }} />
    </>
  )
}
