import { useRef, useState, type KeyboardEvent } from 'react'
import type { FieldModel } from '#model/fields'
import { cx } from '../../lib/cx'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconX } from '../../ui/icons'
import styles from './content.module.css'

interface TagsFieldProps {
  field: FieldModel
  value: readonly string[]
  /** Undefined removes the field. */
  onChange: (value: string[] | undefined) => void
}

/** A list of words, each added by Enter, a comma, or leaving the field. */
export function TagsField({ field: { name, label }, value, onChange }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const change = (tags: readonly string[]) => onChange(tags.length === 0 ? undefined : [...new Set(tags)])

  function add(text: string): void {
    setTyped('')
    const tags = text.split(',').map((tag) => tag.trim())
    if (tags.some(Boolean)) change([...value, ...tags.filter(Boolean)])
  }

  function remove(tag: string): void {
    change(value.filter((other) => other !== tag))
    input.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    const last = value.at(-1)
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }

  return (
    <div data-field={name}>
      <Field name={name} label={`${label} (optional)`} hint="Enter or comma adds a tag.">
        {({ className, ...control }) => (
          <div className={cx(className, styles.tags)}>
            {value.map((tag) => (
              <span key={tag}>
                {tag}
                <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                  <Icon of={IconX} size={14} />
                </button>
              </span>
            ))}
            <input
              {...control}
              ref={input}
              dir="auto"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => (target.value.includes(',') ? add : setTyped)(target.value)}
              onKeyDown={press}
              onBlur={() => add(typed)}
            />
          </div>
        )}
      </Field>
    </div>
  )
}
