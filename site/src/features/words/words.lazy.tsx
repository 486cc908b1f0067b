import { lazy, type ComponentProps } from 'react'
import { StaffOnly } from '../../ui/list-screen'
import { useAuth } from '../auth/use-auth'
import { texts } from './texts'

// In a file of its own, which names what the screen needs: those that the app names weigh on every page.
const WordsScreen = lazy(() => import('./words-screen'))

/** The staff's screen for the texts of the pages. */
export default function Words(props: Omit<ComponentProps<typeof WordsScreen>, 'user'>) {
  const auth = useAuth()
  return (
    <StaffOnly texts={texts} auth={auth}>
      {auth.user && <WordsScreen user={auth.user.id} {...props} />}
    </StaffOnly>
  )
}
