import { useMutation } from '@tanstack/react-query'
import { sendConfirmation } from '../../api/profile'
import type { User } from '../../api/types'
import { Button } from '../../ui/button'
import { MutationOutcome, Section } from '../../ui/section'
import styles from './profile.module.css'

/** What a user is to do whose address is not confirmed, and a button that sends the link again. */
export function UnconfirmedEmail({ user }: { user: User }) {
  const send = useMutation({ mutationFn: sendConfirmation })
  return (
    <Section title="Confirm your e-mail address">
      <div className={styles.parts}>
        <MutationOutcome
          mutation={send}
          success={send.data?.detail}
          failure="The link could not be sent. Please try again."
        />
        <p>
          A link was mailed to {user.email}. Open it to confirm that the address is yours. Until then you can
          change your account here, and nothing more.
        </p>
        <Button
          variant="primary"
          aria-disabled={send.isPending}
          onClick={() => !send.isPending && send.mutate()}
        >
          {send.isPending ? 'Sending Link...' : 'Send the Link Again'}
        </Button>
      </div>
    </Section>
  )
}
