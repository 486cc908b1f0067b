import { languageCode } from '#model/language'
import { languageNames } from '#model/languages/names'
import { Modal } from '../../ui/dialog'
import { Field, Select } from '../../ui/field'
import { Form, trimmedTexts, useFormAction } from '../../ui/form'
import { Note } from '../../ui/note'
import { SubmitAnswers } from '../../ui/submit-answers'

interface AddLanguageDialogProps {
  /** The codes of the site's languages. */
  taken: readonly string[]
  onAdd: (code: string) => void
  onClose: () => void
}

/** Asks for a further language of the site; that of the browser first. */
export function AddLanguageDialog({ taken, onAdd, onClose }: AddLanguageDialogProps) {
  const free = Object.entries(languageNames).filter(([code]) => !taken.includes(code))
  const own = navigator.languages.map(languageCode)
  const form = useFormAction((data) => {
    onAdd(trimmedTexts(data, 'language').language)
    return Promise.resolve(null)
  })
  return (
    <Modal title="Add a language" onClose={onClose}>
      <Form {...form} noValidate>
        <Note>
          Its pages have addresses of their own. A page exists there once its text is translated and
          published.
        </Note>
        <Field name="language" label="Language">
          {(control) => (
            <Select {...control} defaultValue={own.find((code) => free.some(([other]) => other === code))}>
              {free.map(([code, name]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SubmitAnswers action="Add" busy="Adding…" onCancel={onClose} />
      </Form>
    </Modal>
  )
}
