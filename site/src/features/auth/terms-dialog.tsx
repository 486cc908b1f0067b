import terms from 'virtual:content/terms'
import { Modal } from '../../ui/modal'
import { RichText } from '../../ui/rich-text'
import styles from './terms-dialog.module.css'

/** What somebody who registers agrees to, as the owner wrote it. */
export function TermsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={terms.heading} onClose={onClose}>
      <p className={styles.updated}>Last updated: {terms.updated}</p>
      <RichText html={terms.body} className={styles.text} />
    </Modal>
  )
}
