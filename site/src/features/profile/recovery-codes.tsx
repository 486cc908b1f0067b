import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import styles from './profile.module.css'

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <>
      <Alert success focusOn={codes}>
        These are your recovery codes. Each is good for one sign-in without your phone. Write them down or
        print them: they are not shown again.
      </Alert>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.code}>{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="primary" onClick={onDone}>
        I Have Written Them Down
      </Button>
    </>
  )
}
