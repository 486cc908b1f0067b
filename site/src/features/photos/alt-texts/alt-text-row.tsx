import { useRef, useState } from 'react'
import { isMissing } from '../../../api/api-error'
import { describeImage, type Description } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { ImageRecord } from '../../../api/types'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { Form } from '../../../ui/form'
import { formErrors } from '../../../ui/form-errors'
import work from '../../../ui/work.module.css'
import { galleryNameOf, titleOf } from '../image-labels'
import styles from '../photos.module.css'
import type { Outcome } from './use-undescribed'

interface AltTextRowProps {
  image: ImageRecord
  onOutcome: (outcome: Outcome) => void
  /** Called when Enter has been pressed in it. */
  onEnter: (form: HTMLFormElement) => void
}

/** A picture with the field for its alternative text, which is saved when it is left. */
export function AltTextRow({ image, onOutcome, onEnter }: AltTextRowProps) {
  const { decorative, changeDecorative, saveText, status, errors } = useSaving(image.id, onOutcome)
  const title = titleOf(image)
  return (
    <li>
      <a href={image.image_url} target="_blank" rel="noopener" aria-label={`Open ${title} in a new tab`}>
        <img
          src={image.thumbnail_url}
          alt=""
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
        />
      </a>
      <Form
        state={null}
        pending={false}
        fields={{ alt_text: errors }}
        noValidate
        className={styles.altText}
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          // Saved here too: where the focus stays, the field is not left.
          saveText(fieldOf(currentTarget))
          onEnter(currentTarget)
        }}
      >
        <TextField
          name="alt_text"
          label={
            <span>
              <span className="visually-hidden">Alternative text of </span>
              {title}
            </span>
          }
          autoComplete="off"
          enterKeyHint="next"
          disabled={decorative}
          onBlur={({ target }) => saveText(target.value)}
        />
        <div className={work.row}>
          <Checkbox
            checked={decorative}
            onChange={({ target }) => changeDecorative(target.checked, fieldOf(target.form))}
          >
            Decorative<span className="visually-hidden">: {title}</span>
          </Checkbox>
          <span className={work.note}>{galleryNameOf(image)}</span>
          <span role="status" className={work.note}>
            <span>{status}</span>
            {status && <span className="visually-hidden">: {title}</span>}
          </span>
        </div>
      </Form>
    </li>
  )
}

const fieldOf = (form: HTMLFormElement | null) => form?.querySelector('input')?.value ?? ''

/** Saves what is said of a picture, one request after the other: what was entered last counts. */
function useSaving(id: number, onOutcome: (outcome: Outcome) => void) {
  const { mutateAsync } = useInvalidatingMutation(
    (description: Description) => describeImage(id, description),
    queryKeys.photos,
  )
  const [decorative, setDecorative] = useState(false)
  const [status, setStatus] = useState('')
  const [errors, setErrors] = useState<readonly string[]>([])
  const requests = useRef(Promise.resolve())
  const entered = useRef<Description>({ alt_text: '' })

  async function send(description: Description) {
    if (entered.current !== description) return
    try {
      await mutateAsync(description)
    } catch (error) {
      if (entered.current !== description) return
      const { message, fields } = formErrors(error, 'It could not be saved. Please try again.')
      setErrors(isMissing(error) ? ['This picture was deleted.'] : (fields['alt_text'] ?? [message]))
      setStatus('Not saved')
      setDecorative(description.decorative === false)
      // What is entered once more is sent once more.
      entered.current = {}
      return
    }
    if (entered.current !== description) return
    setErrors([])
    setStatus('Saved')
    onOutcome(description.decorative || description.alt_text ? 'described' : 'undescribed')
  }

  function save(description: Description) {
    entered.current = description
    setStatus('Saving...')
    onOutcome('pending')
    requests.current = requests.current.then(() => send(description))
  }

  return {
    decorative,
    status,
    errors,
    /** `text` is what the field shows, which counts again where the picture is decorative no longer. */
    changeDecorative: (on: boolean, text: string) => {
      setDecorative(on)
      save(on || text.trim() === '' ? { decorative: on } : { alt_text: text.trim() })
    },
    saveText: (text: string) => {
      const alt_text = text.trim()
      if (!decorative && alt_text !== entered.current.alt_text) save({ alt_text })
    },
  }
}
