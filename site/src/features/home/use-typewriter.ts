import { useEffect, useState, useSyncExternalStore } from 'react'
import { reducedMotion, subscribeReducedMotion } from '../../lib/reduced-motion'

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
export function useTypewriter(phrases: readonly string[]): {
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
