import { saveNames } from '../../api/profile'
import type { User } from '../../api/types'
import { TextField } from '../../ui/field'
import { formTexts, SubmitButton } from '../../ui/form'
import { useAuth } from '../auth/use-auth'
import { ActionForm } from '../../ui/action-form'
import { Section } from '../../ui/section'

/** Changes the user's names. */
export function NamesForm({ user: { first_name, last_name } }: { user: User }) {
  const { update } = useAuth()
  return (
    <Section title="Your name">
      <ActionForm
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
      </ActionForm>
    </Section>
  )
}
