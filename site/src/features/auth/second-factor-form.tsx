import { loginBySecondFactor } from '../../api/factors'
import { browser } from '../../lib/browser'
import { TextField } from '../../ui/field'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import styles from './form.module.css'
import { useAuth } from './use-auth'

export interface FirstStep {
  /** What the server gave for the right password. */
  token: string
  remember: boolean
}

interface SecondFactorFormProps {
  first: FirstStep
  next: string
  onCancel: () => void
}

/** The second step of a sign-in: asks for a code and goes to `next`, by a full page load, when it is right. */
export function SecondFactorForm({ first, next, onCancel }: SecondFactorFormProps) {
  const { begin } = useAuth()
  const form = useFormAction(async (data) => {
    try {
      await begin(await loginBySecondFactor(first.token, formTexts(data, 'code').code), first.remember)
    } catch (error) {
      return formErrors(error, 'The code could not be checked. Please try again.')
    }
    browser.goTo(next)
    return null
  })

  return (
    <Form {...form} className={styles.form}>
      <TextField
        name="code"
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the form that had the focus
        autoFocus
      />
      <SubmitButton variant="primary" wide busy="Signing in...">
        Sign in
      </SubmitButton>
      <button type="button" className={styles.link} onClick={onCancel}>
        Sign in as somebody else
      </button>
    </Form>
  )
}
