import { useState } from 'react'
import { getMyData } from '../../api/profile'
import type { User } from '../../api/types'
import { Button } from '../../ui/button'
import { DeleteAccount } from './delete-account'
import { done, failed, type Outcome } from './outcome'
import { OutcomeNote } from './outcome-note'
import { saveAsFile } from './save-as-file'
import { Section } from './section'
import styles from './your-data.module.css'

interface YourDataProps {
  user: User
  onDeleted: () => Promise<void>
}

/** A copy of everything that is known of the user, and the end of the account. */
export function YourData({ user, onDeleted }: YourDataProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)

  async function download(): Promise<void> {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    try {
      const text = JSON.stringify(await getMyData(), null, 2)
      saveAsFile(`my-data-${new Date().toISOString().slice(0, 10)}.json`, text)
      setOutcome(done('Your data are in the file that was downloaded.'))
    } catch (error) {
      setOutcome(failed(error, 'Your data could not be fetched. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <Section title="Your data">
      <div className={styles.parts}>
        <OutcomeNote outcome={outcome} />
        <p>Everything that this site knows of you, as one JSON file.</p>
        <Button aria-disabled={busy} onClick={() => void download()}>
          {busy ? 'Fetching...' : 'Download My Data'}
        </Button>
        <p>The end of your account. You are told what goes and what stays before it happens.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete My Account
        </Button>
      </div>
      {deleting && <DeleteAccount user={user} onDeleted={onDeleted} onClose={() => setDeleting(false)} />}
    </Section>
  )
}
