import { useEffect, useState } from 'react'
import { reducedMotion } from '../../lib/reduced-motion'

const typeDelay = 150
const pause = 2000
const deleteDelay = 50

interface Step {
  /** Which phrase. */
  phrase: number
  /** How many of its characters stand. */
  length: number
  deleting: boolean
}

/**
 * Types `phrases` one after the other, for ever, from the first one in full. Who asked for less motion sees whole
 * phrases take turns.
 */
export function useTypewriter(phrases: readonly string[]): {
  text: string
  running: boolean
  toggle: () => void
} {
  const [running, setRunning] = useState(true)
  const [step, setStep] = useState<Step>({ phrase: 0, length: Infinity, deleting: false })
  const phrase = phrases[step.phrase] ?? ''
  const complete = step.length >= phrase.length

  useEffect(() => {
    if (!running) return
    const still = reducedMotion()
    const wait = step.deleting ? deleteDelay : complete ? pause : typeDelay
    const timer = setTimeout(() => setStep(still ? whole(step, phrases) : next(step, phrases)), wait)
    return () => clearTimeout(timer)
  }, [running, step, complete, phrases])

  return { text: phrase.slice(0, step.length), running, toggle: () => setRunning(!running) }
}

const after = ({ phrase }: Step, phrases: readonly string[]) => (phrase + 1) % phrases.length

const whole = (step: Step, phrases: readonly string[]): Step => ({
  phrase: after(step, phrases),
  length: Infinity,
  deleting: false,
})

function next(step: Step, phrases: readonly string[]): Step {
  const full = (phrases[step.phrase] ?? '').length
  const length = Math.min(step.length, full)
  if (!step.deleting)
    return length < full ? { ...step, length: length + 1 } : { ...step, length, deleting: true }
  if (length > 1) return { ...step, length: length - 1 }
  return { phrase: after(step, phrases), length: 0, deleting: false }
}
