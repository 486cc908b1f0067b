import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { getMyData } from '../../api/profile'
import type { User } from '../../api/types'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { DeleteAccount } from './delete-account'
import { MutationOutcome, Section } from '../../ui/section'
import styles from './profile.module.css'

/** Downloads everything that is known of the user, and deletes the account. */
export function YourData({ user }: { user: User }) {
  const download = useMutation({ mutationFn: downloadMyData })
  const [deleting, setDeleting] = useState(false)

  return (
    <Section title="Your data">
      <div className={styles.parts}>
        <MutationOutcome
          mutation={download}
          success="Your data are in the file that was downloaded."
          failure="Your data could not be fetched. Please try again."
        />
        <p>Everything that this site knows of you, as one JSON file.</p>
        <Button aria-disabled={download.isPending} onClick={() => !download.isPending && download.mutate()}>
          {download.isPending ? 'Fetching...' : 'Download My Data'}
        </Button>
        <p>The end of your account. You are told what goes and what stays before it happens.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete My Account
        </Button>
      </div>
      {deleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </Section>
  )
}

/** Has the browser save what the API knows of the user as a JSON file. */
async function downloadMyData(): Promise<void> {
  const text = JSON.stringify(await getMyData(), null, 2)
  saveFile(`my-data-${new Date().toISOString().slice(0, 10)}.json`, text, 'application/json')
}
