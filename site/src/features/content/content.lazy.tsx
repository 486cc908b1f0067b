import { lazy } from 'react'
import { StaffOnly } from '../../ui/list-screen'
import { useAuth } from '../auth/use-auth'
import { texts } from './texts'

// In a file of its own, which names what the screen needs: those that the app names weigh on every page.
const ContentScreen = lazy(() => import('./content-screen'))

/** The staff's content editor. */
export default function Content() {
  const auth = useAuth()
  return (
    <StaffOnly texts={texts} auth={auth}>
      {auth.user && <ContentScreen user={auth.user.id} />}
    </StaffOnly>
  )
}
