import { use, useId, useState } from 'react'
import { accentFamilies, defaultAccent, isAccentName } from '#model/accent'
import type { FieldModel } from '#model/fields'
import { ColourChoice } from '../../ui/colour-choice'
import { Button } from '../../ui/button'
import { Checkbox, Control, Field, FormContext, TextField, Select } from '../../ui/field'
import { focusById } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../ui/icons'
import field from '../../ui/field.module.css'
import { Stack } from '../../ui/layout'
import { Note } from '../../ui/note'
import { FieldGroup } from './field-group'
import { normalised } from './normalised'
import { TagsField } from './tags-field'
import styles from './content.module.css'

type Value = string | string[] | undefined

interface FieldControlProps {
  field: FieldModel
  value: Value
  /** The names of the form's fields. */
  siblings: readonly string[]
  /** Whether a switch cannot be switched on. */
  locked?: boolean
  /** Whether two of its kind share a row. */
  isHalf?: boolean
  /** The option for a choice without a value. */
  none?: string | undefined
  /** Undefined removes an optional field. */
  onChange: (value: Value) => void
}

/** One field of a file, as its kind describes it. */
export function FieldControl({ field, value, ...rest }: FieldControlProps) {
  const { name, type } = field
  const list = Array.isArray(value) ? value : []
  if (name === 'accent') return <AccentField field={field} value={String(value ?? '')} {...rest} />
  if (name === 'tags') return <TagsField field={field} value={list} {...rest} />
  if (type === 'list' || type === 'addresses') return <ListField field={field} value={list} {...rest} />
  const text = Array.isArray(value) ? '' : (value ?? '')
  if (type === 'switch') return <SwitchField field={field} value={text} {...rest} />
  return <PlainField field={field} value={text} {...rest} />
}

/** A family of colours, or a colour of the owner's. */
function AccentField({ field, value, onChange }: FieldControlProps & { value: string }) {
  const errors = use(FormContext).fields[field.name] ?? []
  const isFamily = value === '' || isAccentName(value)
  return (
    <FieldGroup field={{ ...field, hint: 'Your own colour must be readable on both themes.' }}>
      <Stack gap="sm">
        <ColourChoice
          name={field.name}
          colours={accentFamilies}
          value={value || defaultAccent}
          onChange={onChange}
        />
        <Control
          aria-label="Your own colour"
          aria-invalid={errors.length > 0 || undefined}
          placeholder="#0b6b74"
          autoComplete="off"
          spellCheck={false}
          value={isFamily ? '' : value}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      </Stack>
    </FieldGroup>
  )
}

function SwitchField({ field: { name, label, hint }, value, locked, onChange }: FieldControlProps) {
  return (
    <div data-field={name}>
      <Checkbox
        name={name}
        className={styles.explained}
        checked={value === 'true'}
        disabled={locked && value !== 'true'}
        onChange={({ target }) => onChange(target.checked ? 'true' : undefined)}
      >
        <span>
          {label}
          <Note as="small">{hint}</Note>
        </span>
      </Checkbox>
    </div>
  )
}

/** Fields that a pair of them shares a row. */
const half = new Set([
  'organisation',
  'place',
  'start',
  'end',
  'name',
  'email',
  'location',
  'initials',
  'code',
])
/** Those of which the other one of the pair is this. */
const halfBeside: Partial<Record<string, string>> = { role: 'email', url: 'code' }

function PlainField({ field, value, siblings, onChange, ...rest }: FieldControlProps & { value: string }) {
  const { name, label, hint, required, type, choices, names } = field
  const { none = type === 'language' ? 'English (default)' : 'None' } = rest
  const isHalf = rest.isHalf === true || half.has(name) || siblings.includes(halfBeside[name] ?? '')
  // An element that changed its kind while one types would lose the focus.
  const [long] = useState(type === 'line' && (value.length > 60 || name === 'summary'))
  const change = (text: string) => onChange(text === '' && !required ? undefined : text)
  const isKnown = value === '' || choices?.includes(value) === true
  const settle = () => {
    const text = normalised(type, value)
    if (text !== value) change(text)
  }
  // The controls for days and languages show how they are written.
  const common = {
    name,
    label: required ? label : `${label} (optional)`,
    hint: type === 'day' || type === 'language' ? undefined : hint,
  }
  return (
    <div data-field={name} className={isHalf && !long ? styles.half : undefined}>
      {choices ? (
        <Field {...common}>
          {(control) => (
            <Select {...control} value={value} onChange={({ target }) => change(target.value)}>
              {(!required || !choices.includes(value)) && (
                <option value={isKnown ? '' : value}>{isKnown ? none : value}</option>
              )}
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {names?.[choice] ?? choice}
                </option>
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
          {...(type === 'day' && { type: 'date' })}
          value={value}
          onChange={({ target }) => change(target.value.replaceAll('\n', ' '))}
          onBlur={settle}
        />
      )}
    </div>
  )
}

interface ListFieldProps extends Pick<FieldControlProps, 'field' | 'onChange'> {
  value: string[]
}

/** A list of short texts. */
function ListField({ field: model, value, onChange }: ListFieldProps) {
  const id = useId()
  const { label, required, length } = model
  const item = label.replace(/s$/, '').toLowerCase()
  const errors = use(FormContext).fields[model.name] ?? []
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
    <FieldGroup field={model}>
      <ol>
        {texts.map((text, index) => (
          <li key={index}>
            <input
              dir="auto"
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
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </FieldGroup>
  )
}
