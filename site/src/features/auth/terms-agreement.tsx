import { useState } from 'react'
import terms from 'virtual:content/terms'
import { Checkbox } from '../../ui/checkbox'
import { Modal } from '../../ui/modal'
import { RichText } from '../../ui/rich-text'
import styles from './form.module.css'
import dialogStyles from './terms-dialog.module.css'

/** The checkbox that accepts the terms, and a button that shows them. */
export function TermsAgreement({ invalid }: { invalid: boolean }) {
  const [reading, setReading] = useState(false)
  return (
    <div className={styles.beside}>
      <Checkbox name="terms" required aria-invalid={invalid || undefined}>
        I agree to the Terms and Conditions
      </Checkbox>
      <button type="button" aria-haspopup="dialog" className={styles.link} onClick={() => setReading(true)}>
        Read the terms
      </button>
      {reading && <TermsDialog onClose={() => setReading(false)} />}
    </div>
  )
}

/** What somebody who registers agrees to, as the owner wrote it. */
function TermsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={terms.heading} onClose={onClose}>
      <p className={dialogStyles.updated}>Last updated: {terms.updated}</p>
      <RichText html={terms.body} className={dialogStyles.text} />
    </Modal>
  )
}
