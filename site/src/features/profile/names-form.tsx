import { saveNames } from '../../api/profile'
import type { User } from '../../api/types'
import { TextField } from '../../ui/field'
import { formTexts, SubmitButton } from '../../ui/form'
import { useAuth } from '../auth/use-auth'
import { ProfileForm } from './profile-form'
import { Section } from './section'

/** Changes the user's names. */
export function NamesForm({ user: { first_name, last_name } }: { user: User }) {
  const { update } = useAuth()
  return (
    <Section title="Your name">
      <ProfileForm
        send={async (data) => {
          update(await saveNames(formTexts(data, 'first_name', 'last_name')))
          return 'Your name has been saved.'
        }}
        failure="Your name could not be saved. Please try again."
        keepsValues
      >
        <TextField name="first_name" label="First name" autoComplete="given-name" defaultValue={first_name} />
        <TextField name="last_name" label="Last name" autoComplete="family-name" defaultValue={last_name} />
        <SubmitButton variant="primary" busy="Saving...">
          Save Name
        </SubmitButton>
      </ProfileForm>
    </Section>
  )
}
