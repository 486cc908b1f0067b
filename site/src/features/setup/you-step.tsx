import { useState } from 'react'
import { PasswordField, TextField } from '../../ui/field'
import { requireFields } from '../../ui/form-errors'
import { count } from '../../lib/text'
import type { Inputs } from './inputs'
import styles from './setup.module.css'
import { factErrors } from './site-files'
import { StepFrame } from './step-frame'
import { importFiles, useReadFile } from './use-read-file'
import type { Setup, StepProps } from './use-setup'

interface YouStepProps extends StepProps {
  /** Fills the site with the sample person; undefined if it is there. Resolves to the sentence of a failure. */
  onLookAround: (() => Promise<string | undefined>) | undefined
}

/** The owner's account. */
export function YouStep({ setup, onFinish, onLookAround }: YouStepProps) {
  const { inputs, change, password, setPassword } = setup
  const { first_name, last_name, email } = inputs
  const field = (name: 'first_name' | 'last_name' | 'email') => ({
    name,
    value: inputs[name],
    onChange({ target }: { target: { value: string } }) {
      const changed = { ...inputs, [name]: target.value }
      // A name that was changed on the next step is kept.
      if (inputs.name === fullName(inputs)) changed.name = fullName(changed)
      change(changed)
    },
    required: true,
  })

  const check = () => {
    const texts = { first_name, last_name, email }
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]))
    const empty = requireFields({ ...trimmed, password })?.fields ?? {}
    const name = fullName(inputs)
    const whole = { ...inputs, name, role: 'R', description: 'D' }
    const errors = {
      ...(name !== '' && firstNameError(factErrors(whole, ['name']))),
      ...factErrors(whole, ['email']),
      ...(isWeak(password) && { password: ['Use at least 8 characters, not only digits.'] }),
      ...empty,
    }
    return { errors, changes: { ...trimmed, name: inputs.name || name } }
  }

  return (
    <StepFrame
      setup={setup}
      about="This is the account you sign in with. It manages everything."
      check={check}
      onFinish={onFinish}
      large
    >
      <div className={styles.two}>
        <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint="You sign in with it, and visitors write to it. You can change either later."
      />
      <PasswordField
        name="password"
        label="Password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="new-password"
        hint="At least 8 characters, not only digits."
      />
      {!setup.isAccountOnly && <EarlyFile setup={setup} />}
      {onLookAround && <LookAround start={onLookAround} />}
    </StepFrame>
  )
}

const fullName = ({ first_name, last_name }: Inputs) => `${first_name.trim()} ${last_name.trim()}`.trim()

const isWeak = (password: string) => Array.from(password).length < 8 || /^\d+$/.test(password)

const firstNameError = ({ name }: ReturnType<typeof factErrors>) => name && { first_name: name }

/** The file of the third step, chosen already: it fills in this step and the next. */
function EarlyFile({ setup }: { setup: Setup }) {
  const { imported } = setup
  const { reading, error, read } = useReadFile(setup, { fill: true })
  return (
    <p className={styles.hint}>
      Have a LinkedIn PDF or a resume.json?{' '}
      <label className={styles.textFile}>
        <span>{reading === undefined ? 'Choose it now' : 'Reading…'}</span>
        <input
          className="covering"
          type="file"
          accept={Object.values(importFiles.accept).flat().join(',')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) read(file)
            currentTarget.value = ''
          }}
        />
      </label>{' '}
      to fill in these steps.
      <span role="status">
        {imported &&
          ` ${imported.file} was read: ${count(imported.result.entries.length, 'entry', 'entries')}.`}
      </span>
      {error && (
        <span role="alert" data-tone="danger">
          {' '}
          {error}
        </span>
      )}
    </p>
  )
}

function LookAround({ start }: { start: () => Promise<string | undefined> }) {
  const [state, setState] = useState<{ busy: boolean; failure?: string | undefined }>({ busy: false })
  const onClick = async () => {
    setState({ busy: true })
    setState({ busy: false, failure: await start() })
  }
  return (
    <p className={styles.hint}>
      Not sure yet?{' '}
      <button
        type="button"
        className={styles.textButton}
        disabled={state.busy}
        onClick={() => void onClick()}
      >
        {state.busy ? 'Opening the sample…' : 'Look around first'}
      </button>{' '}
      with a sample person. You can start your own site at any time.
      {state.failure && (
        <span role="alert" data-tone="danger">
          {' '}
          {state.failure}
        </span>
      )}
    </p>
  )
}
