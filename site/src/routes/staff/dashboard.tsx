import { IconExternalLink } from '@tabler/icons-react'
import { useAuth } from '../../features/auth/use-auth'
import { FrontPageStrip } from '../../features/photos/front-page-strip'
import { PhotosCard } from '../../features/photos/photos-card'
import { ActionCard, ActionCards } from '../../ui/action-card'
import { PageHead } from '../../ui/page-head'

export default function Dashboard() {
  const { user } = useAuth()
  if (user === null) return null
  return (
    <>
      <PageHead title={`Welcome back, ${user.first_name || user.email}`}>
        What stands behind the public pages, and where to change it.
      </PageHead>
      <ActionCards>
        <PhotosCard />
        {user.backend_admin_url && (
          <ActionCard
            icon={IconExternalLink}
            title="Backend Admin"
            href={user.backend_admin_url}
            action="Open backend"
          >
            Users, groups and raw records. Opens in a new tab.
          </ActionCard>
        )}
      </ActionCards>
      <FrontPageStrip />
    </>
  )
}
