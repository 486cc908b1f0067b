import { use, useState } from 'react'
import { templateContent } from '../../lib/document-data'
import { Checkbox, FormContext } from '../../ui/field'
import { Toolbar } from '../../ui/layout'
import styles from './form.module.css'
import { TermsDialog } from './terms-dialog'

/** The checkbox that accepts the terms, and a button that shows them. */
export function TermsAgreement() {
  const { marked } = use(FormContext)
  const [reading, setReading] = useState(false)
  return (
    <Toolbar className={styles.beside}>
      <Checkbox name="terms" required aria-invalid={marked.includes('terms') || undefined}>
        I agree to the Terms and Conditions
      </Checkbox>
      <button type="button" aria-haspopup="dialog" className={styles.link} onClick={() => setReading(true)}>
        Read the terms
      </button>
      {reading && <TermsDialog terms={readTerms()} onClose={() => setReading(false)} />}
    </Toolbar>
  )
}

/** The terms that the document brings along. */
function readTerms() {
  const [heading, updated, body] = [...templateContent('terms').children]
  return {
    heading: heading?.textContent ?? '',
    updated: updated?.textContent ?? '',
    body: body?.innerHTML ?? '',
  }
}
