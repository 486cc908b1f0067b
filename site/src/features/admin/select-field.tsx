import { Field } from '../../ui/field'
import { Select } from '../../ui/select'

interface SelectFieldProps {
  name: string
  label: string
  options: readonly string[] | undefined
  value: string | undefined
}

/** A choice of a form, or of nothing. */
export function SelectField({ name, label, options = [], value = '' }: SelectFieldProps) {
  return (
    <Field name={name} label={label}>
      {(control) => (
        <Select {...control} defaultValue={value}>
          <option value="">Any</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
