import { use, useState } from 'react'
import terms from 'virtual:content/terms'
import { Checkbox } from '../../ui/checkbox'
import { FormContext } from '../../ui/field'
import { Modal } from '../../ui/modal'
import { RichText } from '../../ui/rich-text'
import styles from './form.module.css'

/** The checkbox that accepts the terms, and a button that shows them. */
export function TermsAgreement() {
  const { marked } = use(FormContext)
  const [reading, setReading] = useState(false)
  return (
    <div className={styles.beside}>
      <Checkbox name="terms" required aria-invalid={marked.includes('terms') || undefined}>
        I agree to the Terms and Conditions
      </Checkbox>
      <button type="button" aria-haspopup="dialog" className={styles.link} onClick={() => setReading(true)}>
        Read the terms
      </button>
      {reading && (
        <Modal title={terms.heading} onClose={() => setReading(false)}>
          <p className={styles.updated}>Last updated: {terms.updated}</p>
          <RichText html={terms.body} className={styles.terms} />
        </Modal>
      )}
    </div>
  )
}
