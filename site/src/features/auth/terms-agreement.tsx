import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox'
import styles from './form.module.css'
import { TermsDialog } from './terms-dialog'

/** The box to agree by, and the way to what is agreed to. */
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
