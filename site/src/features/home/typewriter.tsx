import { useEffect, useRef } from 'react'
import { PathIcon } from '../../ui/path-icon'
import { IconButton } from '../../ui/icon-button'
import styles from './home.module.css'
import { graphemes, pauseIcon, typePhrases } from './type-phrases'

/**
 * A heading that types its phrases. Screen readers get all of them at once, and anybody can stop the typing. A script types
 * without React, so that in a prerendered page it begins before the app runs and goes on when the app does.
 */
export function Typewriter({ phrases }: { phrases: readonly string[] }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (line.current) typePhrases(line.current)
  }, [])
  const longest = phrases.reduce(
    (best, phrase) => (graphemes(phrase).length > graphemes(best).length ? phrase : best),
    '',
  )
  return (
    <div ref={line} className={styles.line} data-typewriter="">
      <h2 dir="auto" className={styles.heading}>
        <span className="visually-hidden">{phrases.join(', ')}</span>
        {/* The longest phrase reserves the room, so that nothing moves. */}
        <span
          aria-hidden="true"
          className={styles.stage}
          data-longest={longest}
          data-phrases={phrases.join('\n')}
        >
          <span className={styles.typed} suppressHydrationWarning>
            {phrases[0]}
          </span>
        </span>
      </h2>
      <IconButton
        label="Pause the typing"
        className={`${styles.control ?? ''} needs-script`}
        data-action="typing"
      >
        <PathIcon small d={pauseIcon} />
      </IconButton>
    </div>
  )
}
