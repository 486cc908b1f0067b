import { useState, type ComponentProps, type ReactNode } from 'react'
import { ActionForm, SubmitButton } from './form'
import { CardBody, CardFoot, SettingsRow } from './section'
import styles from './section.module.css'

interface SettingsFormProps extends Omit<ComponentProps<typeof ActionForm>, 'className'> {
  title: string
  about?: ReactNode
  /** The label of its button, and the one during the request. */
  button: string
  busy: string
  /** Two fields share a row, see `CardBody`. */
  two?: boolean
}

/** A setting with one form, whose button turns primary once something has changed. */
export function SettingsForm({
  title,
  about,
  button,
  busy,
  two = false,
  send,
  children,
  ...rest
}: SettingsFormProps) {
  const [changed, setChanged] = useState(false)
  return (
    <SettingsRow title={title} about={about}>
      <div onInput={({ target }) => setChanged(isChanged((target as HTMLInputElement).form))}>
        <ActionForm
          {...rest}
          className={styles.form}
          send={async (data) => {
            const message = await send(data)
            setChanged(false)
            return message
          }}
        >
          <CardBody two={two}>{children}</CardBody>
          <CardFoot>
            <SubmitButton variant={changed ? 'primary' : 'outline'} busy={busy}>
              {button}
            </SubmitButton>
          </CardFoot>
        </ActionForm>
      </div>
    </SettingsRow>
  )
}

function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) =>
      (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected) ||
      ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        (field.type === 'radio'
          ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
          : field.value !== field.defaultValue)),
  )
}
