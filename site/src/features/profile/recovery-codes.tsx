import { saveFile } from '../../lib/save-file'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Grid, Row } from '../../ui/layout'
import styles from './profile.module.css'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n') + '\n'
  return (
    <>
      <Alert success focusOn={codes}>
        These are your recovery codes. Each is good for one sign-in without your phone. Keep them where your
        phone is not: they are not shown again.
      </Alert>
      <Grid as="ul" columns="wide" className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Row>
        <Button
          onClick={() => saveFile(`recovery-codes-${window.location.hostname}.txt`, text, 'text/plain')}
        >
          Download codes
        </Button>
        <CopyButton text={text}>Copy codes</CopyButton>
      </Row>
      <Button variant="primary" onClick={onDone}>
        I have saved them
      </Button>
    </>
  )
}

/** Copies `text`, and says whether that worked. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(text) })
  return (
    <>
      <Button onClick={() => copy.mutate()}>{children}</Button>
      <span role="status">
        {copy.isError
          ? 'Your browser did not allow it. Select the text and copy it.'
          : copy.isSuccess && 'Copied.'}
      </span>
    </>
  )
}
