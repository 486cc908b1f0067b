import { use, useId, useState } from 'react'
import type { FieldModel } from '../../../../ssg/model/fields'
import { Button } from '../../ui/button'
import { Field, FormContext, TextField, Select } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../ui/icons'
import field from '../../ui/field.module.css'
import styles from './content.module.css'

type Value = string | string[] | undefined

interface FieldControlProps {
  field: FieldModel
  value: Value
  /** Answers the value as it is read back from the text. */
  onChange: (value: Value) => Value
}

/** One field of a text, as its kind describes it. */
export function FieldControl({ field, value, onChange }: FieldControlProps) {
  if (field.type === 'list') {
    return <ListField field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />
  }
  return <WordField field={field} value={Array.isArray(value) ? '' : (value ?? '')} onChange={onChange} />
}

interface WordFieldProps extends FieldControlProps {
  value: string
}

function WordField({ field, value, onChange }: WordFieldProps) {
  const { name, label, hint, required, type, choices } = field
  // What is typed stays as it is, though the text may say it in another way, as without the space at its end.
  const [typed, setTyped] = useState({ words: value, readBack: value })
  const shown = typed.readBack === value ? typed.words : value
  // An element that changed its kind while one types would lose the focus.
  const [long] = useState(type === 'line' && value.length > 60)
  const change = (words: string) => {
    const readBack = onChange(words === '' && !required ? undefined : words)
    setTyped({ words, readBack: typeof readBack === 'string' ? readBack : '' })
  }
  const caption = required ? label : `${label} (may be left out)`
  if (choices) {
    return (
      <Field name={name} label={caption} hint={hint}>
        {(control) => (
          <Select {...control} value={shown} onChange={({ target }) => change(target.value)}>
            {(!required || !choices.includes(shown)) && (
              <option value={choices.includes(shown) ? '' : shown}>
                {choices.includes(shown) ? 'None' : shown}
              </option>
            )}
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        )}
      </Field>
    )
  }
  const inputMode = type === 'url' || type === 'email' ? type : undefined
  return (
    <TextField
      name={name}
      label={caption}
      hint={hint}
      inputMode={inputMode}
      autoComplete="off"
      aria-required={required}
      {...(long && { rows: 3 })}
      value={shown}
      onChange={({ target }) => change(target.value.replaceAll('\n', ' '))}
    />
  )
}

interface ListFieldProps extends FieldControlProps {
  value: string[]
}

/** Short texts that are added, removed and moved. */
function ListField({ field: model, value, onChange }: ListFieldProps) {
  const id = useId()
  const { name, label, hint, required, length } = model
  const errors = use(FormContext).fields[name] ?? []
  const [said, setSaid] = useState('')
  const texts = length === undefined ? value : Array.from({ length }, (_, index) => value[index] ?? '')
  const change = (next: string[]) => onChange(next.length === 0 && !required ? undefined : next)

  function move(index: number, by: 1 | -1): void {
    const next = [...texts]
    const [text = ''] = next.splice(index, 1)
    next.splice(index + by, 0, text)
    change(next)
    setSaid(`${text}, position ${index + by + 1} of ${texts.length}.`)
    document.getElementById(`${id}${by < 0 ? 'up' : 'down'}${index + by}`)?.focus()
  }

  return (
    <fieldset className={styles.list} aria-describedby={`${id}hint ${id}errors`}>
      <legend>{required ? label : `${label} (may be left out)`}</legend>
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
                label={`Remove ${text || `${label} ${index + 1}`}`}
                onClick={() => change(texts.toSpliced(index, 1))}
              >
                <Icon of={IconX} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {length === undefined && (
        <Button className={styles.add} onClick={() => change([...texts, ''])}>
          <Icon of={IconPlus} size={16} />
          Add to {label.toLowerCase()}
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
        {said}
      </p>
    </fieldset>
  )
}
