import { useParams } from 'react-router-dom'
import { Elsewhere } from '../../features/auth/elsewhere'
import { ResetForm } from '../../features/auth/reset-form'
import { AccountHead } from '../../layouts/account-head'

export default function ResetPassword() {
  const { uidb64 = '', token = '' } = useParams()
  return (
    <>
      <AccountHead title="Choose a new password">
        It takes the place of the old one on every device.
      </AccountHead>
      <ResetForm link={{ uidb64, token }} />
      <Elsewhere question="The link no longer works?" to="/forgot-password">
        Ask for another
      </Elsewhere>
    </>
  )
}
