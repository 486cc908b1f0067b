import { useEffect, useState, useSyncExternalStore } from 'react'
import { reducedMotion, subscribeReducedMotion } from '../../lib/reduced-motion'
import { PathIcon } from '../../ui/path-icon'
import { IconButton } from '../../ui/icon-button'
import styles from './home.module.css'

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

const typeDelay = 150
const fullDelay = 2000
const deleteDelay = 50

interface Step {
  /** Which phrase. */
  phrase: number
  /** How many of its characters are shown. */
  length: number
  deleting: boolean
}

/**
 * Types `phrases` one after the other, for ever, and begins with the first one in full. With reduced motion the first
 * phrase stays.
 */
function useTypewriter(phrases: readonly string[]): {
  text: string
  running: boolean
  toggle: () => void
} {
  const [running, setRunning] = useState(true)
  const [step, setStep] = useState<Step>({ phrase: 0, length: Infinity, deleting: false })
  const reduced = useSyncExternalStore(subscribeReducedMotion, reducedMotion, () => false)
  const phrase = phrases[step.phrase] ?? ''
  const complete = step.length >= phrase.length

  useEffect(() => {
    if (!running || reduced) return
    const wait = step.deleting ? deleteDelay : complete ? fullDelay : typeDelay
    const timer = setTimeout(() => setStep(next(step, phrases)), wait)
    return () => clearTimeout(timer)
  }, [running, reduced, step, complete, phrases])

  return {
    text: (reduced ? phrases[0] : phrase.slice(0, step.length)) ?? '',
    running,
    toggle: () => setRunning(!running),
  }
}

function next(step: Step, phrases: readonly string[]): Step {
  const full = (phrases[step.phrase] ?? '').length
  const length = Math.min(step.length, full)
  if (!step.deleting)
    return length < full ? { ...step, length: length + 1 } : { ...step, length, deleting: true }
  if (length > 1) return { ...step, length: length - 1 }
  return { phrase: (step.phrase + 1) % phrases.length, length: 0, deleting: false }
}
