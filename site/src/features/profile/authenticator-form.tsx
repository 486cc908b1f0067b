import { useLayoutEffect, useRef } from 'react'
import { confirmAuthenticator } from '../../api/factors'
import type { AuthenticatorSetup } from '../../api/types'
import { TextField } from '../../ui/field'
import { formTexts, SubmitButton } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import work from '../../ui/work.module.css'
import { CopyButton } from './copy-button'
import { withFreshProof } from '../../ui/fresh-proof'
import { ActionForm } from '../../ui/action-form'
import styles from './profile.module.css'

interface AuthenticatorFormProps {
  setup: AuthenticatorSetup
  /** Called with the recovery codes. */
  onDone: (codes: string[]) => void
}

/** Shows the secret for an authenticator app, and asks for a first code of it. */
export function AuthenticatorForm({ setup, onDone }: AuthenticatorFormProps) {
  const { size, path } = setup.qr
  const instructions = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => instructions.current?.focus(), [])
  return (
    <ActionForm
      check={(data) => requireFields(formTexts(data, 'code'))}
      send={async (data) => {
        const { code } = formTexts(data, 'code')
        onDone((await withFreshProof(() => confirmAuthenticator(code))).recovery_codes)
        return ''
      }}
      failure="The code could not be checked. Please try again."
    >
      <p ref={instructions} tabIndex={-1}>
        Scan this with your authenticator app, or type the key into it.
      </p>
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        className={styles.qr}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        Key: <code className={styles.code}>{setup.secret}</code>
      </p>
      <div className={work.row}>
        <CopyButton text={setup.secret}>Copy Key</CopyButton>
      </div>
      <TextField
        name="code"
        label="Code"
        hint="The six digits that the app shows now."
        required
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <SubmitButton variant="primary" busy="Checking...">
        Turn On
      </SubmitButton>
    </ActionForm>
  )
}
