import { PathIcon } from '../../ui/path-icon'
import { IconButton } from '../../ui/icon-button'
import styles from './typewriter.module.css'
import { useTypewriter } from './use-typewriter'

/** A heading that types its phrases. Screen readers get all of them at once, and anybody can stop the typing. */
export function Typewriter({ phrases }: { phrases: readonly string[] }) {
  const { text, running, toggle } = useTypewriter(phrases)
  const longest = phrases.reduce((best, phrase) => (phrase.length > best.length ? phrase : best), '')
  return (
    <div className={styles.line}>
      <h2 className={styles.heading}>
        <span className="visually-hidden">{phrases.join(', ')}</span>
        {/* The longest phrase reserves the room, so that nothing moves. */}
        <span aria-hidden="true" className={styles.stage} data-longest={longest}>
          <span className={styles.typed}>{text}</span>
        </span>
      </h2>
      <IconButton
        label={running ? 'Pause the typing' : 'Resume the typing'}
        className={`${styles.control ?? ''} needs-script`}
        onClick={toggle}
      >
        <PathIcon small d={running ? 'M8 5v14m8-14v14' : 'm7 5 11 7-11 7z'} />
      </IconButton>
    </div>
  )
}
