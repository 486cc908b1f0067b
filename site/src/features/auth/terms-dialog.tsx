import { Modal } from '../../ui/dialog'
import { RichText } from '../../ui/rich-text'
import styles from './form.module.css'

interface TermsDialogProps {
  terms: {
    heading: string
    updated: string
    /** Trusted HTML. */
    body: string
  }
  onClose: () => void
}

/** The terms, in a window over the page. */
export function TermsDialog({ terms: { heading, updated, body }, onClose }: TermsDialogProps) {
  return (
    <Modal title={heading} onClose={onClose}>
      <p className={styles.updated}>{`Last updated: ${updated}`}</p>
      <RichText html={body} className={styles.terms} />
    </Modal>
  )
}
