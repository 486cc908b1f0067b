import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { Question, type QuestionProps } from './dialog'

type Confirmation = Omit<QuestionProps, 'answer'>

let pending: QuestionProps | null = null
const listeners = new Set<() => void>()

function show(next: QuestionProps | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks the visitor. A change of the address counts as no. */
export function confirm(text: string, question: Omit<Confirmation, 'text'>): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (pending?.answer === answer) show(null)
      resolve(yes)
    }
    show({ text, ...question, answer })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the dialog of `confirm`, once per layout. */
export function ConfirmDialogs() {
  const { pathname, search } = useLocation()
  const question = useSyncExternalStore(subscribe, () => pending)
  useEffect(() => () => pending?.answer(false), [pathname, search])
  return question && <Question {...question} />
}
