import { saveNames } from '../../api/profile'
import type { User } from '../../api/types'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { useAuth } from '../auth/use-auth'
import { ProfileForm } from './profile-form'
import { Section } from './section'

/** Changes the user's names. */
export function NamesForm({ user }: { user: User }) {
  const { update } = useAuth()
  return (
    <Section title="Your name">
      <ProfileForm
        send={async (data) => {
          const names = { first_name: formText(data, 'first_name'), last_name: formText(data, 'last_name') }
          update(await saveNames(names))
          return 'Your name has been saved.'
        }}
        failure="Your name could not be saved. Please try again."
        keepsValues
      >
        {(errors, pending) => (
          <>
            <Field label="First name" errors={errors.first_name}>
              {(control) => (
                <input
                  {...control}
                  name="first_name"
                  autoComplete="given-name"
                  defaultValue={user.first_name}
                />
              )}
            </Field>
            <Field label="Last name" errors={errors.last_name}>
              {(control) => (
                <input
                  {...control}
                  name="last_name"
                  autoComplete="family-name"
                  defaultValue={user.last_name}
                />
              )}
            </Field>
            <SubmitButton variant="primary" busy={pending && 'Saving...'}>
              Save Name
            </SubmitButton>
          </>
        )}
      </ProfileForm>
    </Section>
  )
}
