import { Fact, FileName } from '../../ui/note'
import type { Category } from '../../api/types'
import { bytes } from '../../lib/text'
import { Dropzone } from '../../ui/dropzone'
import { Field, Select } from '../../ui/field'
import { passFocusOn } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconX } from '../../ui/icons'
import { Row } from '../../ui/layout'
import { accepted, iconOf, maxBytes, whyRefused } from './document-files'
import styles from './documents.module.css'

interface FileFieldProps {
  file: File | null
  onChange: (file: File | null) => void
  onRefuse: (reason: string) => void
  disabled: boolean
  /** The first words of the label, such as 'Choose a file'. */
  label: string
}

export function FileField({ file, onChange, onRefuse, disabled, label }: FileFieldProps) {
  return (
    <>
      <Dropzone
        accept={accepted}
        maxSize={maxBytes}
        multiple={false}
        disabled={disabled}
        onChoose={([chosen]) => onChange(chosen ?? null)}
        onRefuse={(refused) => onRefuse(whyRefused(refused))}
        hint="PDF, office document, text or image, up to 50 MB"
      >
        <b>{label}</b> or drop it here
      </Dropzone>
      {file && (
        <Row ref={passFocusOn} role="group" aria-label="Chosen file" className={styles.chosen}>
          <Icon of={iconOf(file.name)} />
          <FileName>{file.name}</FileName>
          <Fact as="span" small>
            {bytes(file.size)}
          </Fact>
          {!disabled && (
            <IconButton label={`Remove ${file.name}`} onClick={() => onChange(null)}>
              <Icon of={IconX} />
            </IconButton>
          )}
        </Row>
      )}
    </>
  )
}

interface CategoryFieldProps {
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  /** The label of the option for no category. */
  none: string
  value?: number | null
  /** The category chosen at first. */
  initial?: number | undefined
  disabled: boolean
}

export function CategoryField({ categories, none, value, initial, disabled }: CategoryFieldProps) {
  return (
    <Field name="category" label="Category">
      {(control) => (
        <Select
          {...control}
          aria-required={value === undefined}
          disabled={disabled}
          defaultValue={value ?? initial ?? ''}
        >
          <option value="">{categories ? none : 'Not loaded'}</option>
          {categories?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
