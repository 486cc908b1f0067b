import { createContext, use, useId, type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from '../lib/cx'
import type { FormErrors } from './form-errors'
import styles from './field.module.css'
import { IconAlertCircle, IconChevronDown, IconEye, IconEyeOff } from './icons'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { Stack } from './layout'

interface FormStatus {
  fields: FormErrors['fields']
  /** Fields marked as invalid without their own message. */
  marked: readonly string[]
  pending: boolean
  /** The name of the pressed button, empty for none. */
  submitter?: string
  readOnly: boolean
}

/** The state of a form's submission, for its fields and button. */
export const FormContext = createContext<FormStatus>({
  fields: {},
  marked: [],
  pending: false,
  readOnly: false,
})

interface FieldProps {
  /** Matches the control with the form's errors. */
  name?: string | undefined
  label: ReactNode
  hint?: ReactNode
  /** Renders the control with the properties that connect it to its label, hint and errors. */
  children: (control: ControlProps) => ReactNode
}

export interface ControlProps {
  id: string
  name: string | undefined
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function Field({ name, label, hint, children }: FieldProps) {
  const id = useId()
  const { fields, marked } = use(FormContext)
  const errors = fields[name ?? ''] ?? []
  const hintId = hint === undefined ? undefined : `${id}hint`
  const errorId = errors.length === 0 ? undefined : `${id}errors`
  return (
    <Stack gap="sm">
      <label htmlFor={id} className={styles.label}>
        {labelContent(label)}
      </label>
      {children({
        id,
        name,
        className: styles.control ?? '',
        'aria-invalid': marked.includes(name ?? '') || errorId !== undefined || undefined,
        'aria-describedby': cx(errorId, hintId) || undefined,
      })}
      {errorId && <FieldErrors id={errorId} of={errors} />}
      {hintId && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </Stack>
  )
}

/** The errors of a field. */
export const FieldErrors = ({ of, ...rest }: ComponentProps<'ul'> & { of: readonly string[] }) => (
  <ul {...rest} className={styles.errors}>
    {of.map((error) => (
      <li key={error}>
        <Icon of={IconAlertCircle} size={16} />
        {error}
      </li>
    ))}
  </ul>
)

/** Sets back the ending "(optional)" of a label. */
function labelContent(label: ReactNode): ReactNode {
  const [, name, optional] = (typeof label === 'string' && /^(.*)( \(optional\))$/.exec(label)) || []
  return optional ? (
    <>
      <b>{name}</b>
      <span>{optional}</span>
    </>
  ) : (
    label
  )
}

interface TextFieldProps
  extends Omit<FieldProps, 'children'>, Omit<ComponentProps<'input'>, 'name' | 'children'> {
  /** Makes it a text area of this height. */
  rows?: number
}

export function TextField({ name, label, hint, rows, ...rest }: TextFieldProps) {
  const { readOnly } = use(FormContext)
  // These props are common to both elements.
  const Control = (rows ? 'textarea' : 'input') as 'input'
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => <Control dir="auto" readOnly={readOnly} {...control} {...rest} {...(rows && { rows })} />}
    </Field>
  )
}

/** A field for text other than words, such as the name of a server. */
export const CodeField = (props: TextFieldProps) => (
  <TextField autoComplete="off" spellCheck={false} {...props} />
)

/** An input without a visible label; its surroundings name it. */
export const Control = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input dir="auto" {...rest} className={cx(styles.control, className)} />
)

/** A required password with a button that shows it. */
export function PasswordField({
  name,
  label,
  hint,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'rows'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field name={name} label={label} hint={hint}>
      {({ className, ...control }) => (
        <div className={styles.box}>
          <input
            required
            {...control}
            {...rest}
            type={shown ? 'text' : 'password'}
            className={cx(className, styles.password)}
          />
          <IconButton
            label="Show password"
            aria-pressed={shown}
            className={styles.toggle}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? IconEyeOff : IconEye} />
          </IconButton>
        </div>
      )}
    </Field>
  )
}

/** A new password with the rules it has to follow. */
export const NewPasswordField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField hint="At least 8 characters, and not only digits." autoComplete="new-password" {...props} />
)

export function Checkbox({ children, className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx(styles.checkbox, className)}>
      <input {...rest} type="checkbox" className={styles.tick} />
      {children}
    </label>
  )
}

interface CoveringRadioProps {
  name: string
  checked: boolean
  onChoose: () => void
}

/** A radio button that covers its label, which shows the choice. */
export const CoveringRadio = ({ onChoose, ...rest }: CoveringRadioProps) => (
  <input {...rest} type="radio" className="covering" onChange={onChoose} />
)

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.box}>
      <select {...rest} className={cx(styles.control, className, styles.select)} />
      <Icon of={IconChevronDown} size={16} className={styles.chevron} />
    </div>
  )
}
