import { useState } from 'react'
import { PasswordField, TextField } from '../../ui/field'
import { requireFields, type FormErrors } from '../../ui/form-errors'
import { fullName } from '../../lib/full-name'
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
  const [isAgain] = useState(inputs.done.includes('you') && password === '')
  const [isOpening, setOpening] = useState(false)
  const field = (name: 'first_name' | 'last_name' | 'email') => ({
    name,
    value: inputs[name],
    onChange({ target }: { target: { value: string } }) {
      const changed = { ...inputs, [name]: target.value }
      // A name that was changed on the next step is kept.
      if (inputs.name === fullName(inputs)) changed.name = fullName(changed)
      change(changed)
    },
    required: name !== 'last_name',
  })

  const check = () => {
    const texts = { first_name, last_name, email }
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]))
    const empty =
      requireFields({ first_name: first_name.trim(), email: email.trim(), password })?.fields ?? {}
    const name = fullName(inputs)
    const errors = {
      ...accountErrors({ ...inputs, role: 'R', description: 'D' }),
      ...(Array.from(password).length > maxPassword && {
        password: [`This password is too long. It must contain at most ${maxPassword} characters.`],
      }),
      ...(isWeak(password) && { password: ['Use at least 8 characters, not only digits.'] }),
      ...empty,
    }
    return { errors, changes: { ...trimmed, name: inputs.name || name } }
  }

  return (
    <StepFrame
      setup={setup}
      about={
        isAgain
          ? 'Enter your password once more: your browser does not store it.'
          : 'This is the account you sign in with. It manages everything.'
      }
      check={check}
      onFinish={onFinish}
      large
      {...(isOpening && { primary: null })}
    >
      <div className={styles.two}>
        <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...field('last_name')} label="Last name (optional)" autoComplete="family-name" />
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
      {onLookAround && <LookAround start={onLookAround} isOpening={isOpening} onOpening={setOpening} />}
    </StepFrame>
  )
}

const isWeak = (password: string) => Array.from(password).length < 8 || /^\d+$/.test(password)

/** The limits of the API, in characters. */
const limits = { first_name: 150, last_name: 150, email: 254 }
const maxPassword = 128

/** The errors of the account's facts, each at its field. */
function accountErrors(inputs: Inputs): FormErrors['fields'] {
  const errors = (['first_name', 'last_name', 'email'] as const).flatMap((field) => {
    const text = inputs[field].trim()
    if (text === '') return []
    if (Array.from(text).length > limits[field])
      return [[field, [`Ensure this field has no more than ${limits[field]} characters.`]] as const]
    const fact = field === 'email' ? field : 'name'
    const { [fact]: found } = factErrors({ ...inputs, name: 'N', [fact]: text }, [fact])
    return found ? [[field, found] as const] : []
  })
  return Object.fromEntries(errors)
}

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

interface LookAroundProps {
  start: () => Promise<string | undefined>
  isOpening: boolean
  onOpening: (isOpening: boolean) => void
}

function LookAround({ start, isOpening, onOpening }: LookAroundProps) {
  const [failure, setFailure] = useState<string>()
  const onClick = async () => {
    setFailure(undefined)
    onOpening(true)
    setFailure(await start())
    onOpening(false)
  }
  if (isOpening) {
    return (
      <div className={styles.hint}>
        <p role="status">Opening the sample… This can take a minute.</p>
        <progress aria-label="Opening the sample" className={styles.reading} />
      </div>
    )
  }
  return (
    <p className={styles.hint}>
      Not sure yet?{' '}
      <button type="button" className={styles.textButton} onClick={() => void onClick()}>
        Look around first
      </button>{' '}
      with a sample person. You can start your own site at any time.
      {failure && (
        <span role="alert" data-tone="danger">
          {' '}
          {failure}
        </span>
      )}
    </p>
  )
}
