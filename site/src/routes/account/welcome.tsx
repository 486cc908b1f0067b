import { IconLayoutDashboard, IconHome, IconUser } from '../../ui/icons'
import { isStaff } from '../../api/is-staff'
import { useAuth } from '../../features/auth/use-auth'
import { ActionCard, ActionCards } from '../../ui/action-card'
import { PageHead } from '../../ui/page-head'

export default function Welcome() {
  const { user } = useAuth()
  if (user === null) return null
  return (
    <>
      <PageHead title={`Welcome, ${user.first_name || user.email}`}>You are signed in. Where to?</PageHead>
      <ActionCards>
        {isStaff(user) && (
          <ActionCard icon={IconLayoutDashboard} title="Dashboard" to="/dashboard">
            What stands behind the public pages, and where to change it.
          </ActionCard>
        )}
        <ActionCard icon={IconUser} title="Your profile" to="/profile">
          Your name, your password and the devices you are signed in on.
        </ActionCard>
        <ActionCard icon={IconHome} title="The site" href="/">
          The front page, with the way to the CV and everything else.
        </ActionCard>
      </ActionCards>
    </>
  )
}
