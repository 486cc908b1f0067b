import { use, useId, useState } from 'react'
import type { FieldModel } from '../../../../ssg/model/fields'
import { Button } from '../../ui/button'
import { Field, FormContext, TextField, Select } from '../../ui/field'
import { focusById } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../ui/icons'
import field from '../../ui/field.module.css'
import { normalised } from './normalised'
import styles from './content.module.css'

type Value = string | string[] | undefined

interface FieldControlProps {
  field: FieldModel
  value: Value
  /** Undefined removes an optional field. */
  onChange: (value: Value) => void
}

/** One field of a file, as its kind describes it. */
export function FieldControl({ field, value, onChange }: FieldControlProps) {
  if (field.type === 'list') {
    return <ListField field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />
  }
  return <PlainField field={field} value={Array.isArray(value) ? '' : (value ?? '')} onChange={onChange} />
}

/** Fields that a pair of them shares a row. */
const half = new Set([
  'organisation',
  'place',
  'start',
  'end',
  'name',
  'role',
  'email',
  'location',
  'initials',
])

function PlainField({ field, value, onChange }: FieldControlProps & { value: string }) {
  const { name, label, hint, required, type, choices } = field
  // An element that changed its kind while one types would lose the focus.
  const [long] = useState(type === 'line' && value.length > 60)
  const change = (text: string) => onChange(text === '' && !required ? undefined : text)
  const settle = () => {
    const text = normalised(type, value)
    if (text !== value) change(text)
  }
  const common = { name, label: required ? label : `${label} (optional)`, hint }
  return (
    <div data-field={name} className={half.has(name) && !long ? styles.half : undefined}>
      {choices ? (
        <Field {...common}>
          {(control) => (
            <Select {...control} value={value} onChange={({ target }) => change(target.value)}>
              {(!required || !choices.includes(value)) && (
                <option value={choices.includes(value) ? '' : value}>
                  {choices.includes(value) ? 'None' : value}
                </option>
              )}
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : (
        <TextField
          {...common}
          inputMode={type === 'url' || type === 'email' ? type : undefined}
          autoComplete="off"
          aria-required={required}
          {...(long && { rows: 3 })}
          value={value}
          onChange={({ target }) => change(target.value.replaceAll('\n', ' '))}
          onBlur={settle}
        />
      )}
    </div>
  )
}

interface ListFieldProps extends FieldControlProps {
  value: string[]
}

/** A list of short texts. */
function ListField({ field: model, value, onChange }: ListFieldProps) {
  const id = useId()
  const { name, label, hint, required, length } = model
  const item = label.replace(/s$/, '').toLowerCase()
  const errors = use(FormContext).fields[name] ?? []
  const [announced, setAnnounced] = useState('')
  const texts = length === undefined ? value : Array.from({ length }, (_, index) => value[index] ?? '')
  const isEmpty = (next: string[]) =>
    length === undefined ? next.length === 0 : next.every((text) => text === '')
  const change = (next: string[]) => onChange(isEmpty(next) && !required ? undefined : next)

  function move(index: number, by: 1 | -1): void {
    const next = [...texts]
    const [text = ''] = next.splice(index, 1)
    next.splice(index + by, 0, text)
    change(next)
    setAnnounced(`${text}, position ${index + by + 1} of ${texts.length}.`)
    focusById(`${id}${by < 0 ? 'up' : 'down'}${index + by}`)
  }

  function remove(index: number): void {
    change(texts.toSpliced(index, 1))
    // The next item takes its place; behind the last one there is none.
    if (index === texts.length - 1) focusById(index > 0 ? `${id}remove${index - 1}` : `${id}add`)
  }

  return (
    <fieldset data-field={name} className={styles.list} aria-describedby={`${id}hint ${id}errors`}>
      <legend className={field.label}>
        <b>{label}</b>
        {!required && <span> (optional)</span>}
      </legend>
      <ol>
        {texts.map((text, index) => (
          <li key={index}>
            <input
              className={field.control}
              aria-label={`${label} ${index + 1}`}
              aria-invalid={errors.length > 0 || undefined}
              autoComplete="off"
              value={text}
              onChange={({ target }) => change(texts.with(index, target.value))}
            />
            <IconButton
              id={`${id}up${index}`}
              label={`Move ${text || label} up`}
              aria-disabled={index === 0}
              onClick={() => index > 0 && move(index, -1)}
            >
              <Icon of={IconArrowUp} />
            </IconButton>
            <IconButton
              id={`${id}down${index}`}
              label={`Move ${text || label} down`}
              aria-disabled={index === texts.length - 1}
              onClick={() => index < texts.length - 1 && move(index, 1)}
            >
              <Icon of={IconArrowDown} />
            </IconButton>
            {length === undefined && (
              <IconButton
                id={`${id}remove${index}`}
                label={`Remove ${text || `${label} ${index + 1}`}`}
                onClick={() => remove(index)}
              >
                <Icon of={IconX} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {length === undefined && (
        <Button id={`${id}add`} onClick={() => change([...texts, ''])}>
          <Icon of={IconPlus} size={16} />
          {`Add ${item}`}
        </Button>
      )}
      <ul id={`${id}errors`} className={field.errors}>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      <p id={`${id}hint`} className={field.hint}>
        {hint}
      </p>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </fieldset>
  )
}
