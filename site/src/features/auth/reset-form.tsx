import { useEffect, useState, type FocusEvent, type InputEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { confirmReset, type ResetLink } from '../../api/accounts'
import { Alert } from '../../ui/alert'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { checkNewPassword, firstMessage, type FormErrors } from '../../ui/form-errors'
import { NewPasswordField, PasswordField } from '../../ui/field'
import { AuthFooter } from './auth-footer'
import { stackClass } from '../../ui/layout'
import progress from '../../ui/progress.module.css'
import { cx } from '../../lib/cx'
import styles from './form.module.css'

const expired = 'The reset link is invalid or has expired. Please try again.'

/** Sets a new password with the link from the mail. Native validation is off: each error has its own text. */
export function ResetForm({ link }: { link: ResetLink }) {
  const [errors, setErrors] = useState<FormErrors['fields']>({})
  const [detail, setDetail] = useState<string>()
  const form = useFormAction(async (data) => {
    const passwords = passwordsOf(data)
    const invalid = checkNewPassword(passwords)
    setErrors(invalid?.fields ?? {})
    if (invalid) return invalid
    try {
      setDetail((await confirmReset(link, passwords)).detail)
      return null
    } catch (error) {
      return { message: firstMessage(error) || expired }
    }
  })
  if (detail !== undefined) return <ResetDone detail={detail} />

  const check = (form: HTMLFormElement | null) => {
    // While one of them is empty, nothing is wrong yet.
    const given = passwordsOf(new FormData(form ?? undefined))
    if (given.new_password && given.new_password2) setErrors(checkNewPassword(given)?.fields ?? {})
  }
  const onBlur = ({ currentTarget: { form } }: FocusEvent<HTMLInputElement>) => check(form)
  // An error that went only on blur would move the button away from the press that causes the blur.
  const onInput = ({ currentTarget }: InputEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length > 0) check(currentTarget)
  }

  return (
    <>
      <Form {...form} fields={errors} onInput={onInput} noValidate className={stackClass('lg')}>
        <NewPasswordField name="new_password" label="New password" onBlur={onBlur} />
        <PasswordField
          name="new_password2"
          label="Confirm new password"
          autoComplete="new-password"
          onBlur={onBlur}
        />
        <SubmitButton variant="primary" wide busy="Resetting Password...">
          Reset Password
        </SubmitButton>
      </Form>
      <AuthFooter question="The link no longer works?" to="/forgot-password">
        Ask for another
      </AuthFooter>
    </>
  )
}

const passwordsOf = (data: FormData) => formTexts(data, 'new_password', 'new_password2')

/** Milliseconds until the sign-in screen follows. */
const redirectDelay = 3000

/** Reports the new password and opens the sign-in screen after a moment. */
function ResetDone({ detail }: { detail: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    // Replaces this screen in the history: its link works no more.
    const timer = setTimeout(() => void navigate('/signin', { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <>
      <Alert success focusOn={detail}>{`${detail} Redirecting to sign in...`}</Alert>
      <div className={cx(progress.track, styles.track)} aria-hidden="true">
        <div className={cx(progress.bar, styles.bar)} />
      </div>
      <Link to="/signin" replace className={styles.link}>
        Sign in now
      </Link>
    </>
  )
}
