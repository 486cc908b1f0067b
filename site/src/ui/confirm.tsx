import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../lib/hooks'
import { createStore } from '../lib/store'
import { Question, type QuestionProps } from './dialog'

type Confirmation = Omit<QuestionProps, 'answer'>

const pending = createStore<QuestionProps | null>(null)

/** Asks the visitor. A change of the address counts as no. */
export function confirm(text: string, question: Omit<Confirmation, 'text'>): Promise<boolean> {
  pending.getSnapshot()?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (pending.getSnapshot()?.answer === answer) pending.set(null)
      resolve(yes)
    }
    pending.set({ text, ...question, answer })
  })
}

/** Renders the dialog of `confirm`, once per layout. */
export function ConfirmDialogs() {
  const { pathname, search } = useLocation()
  const question = useStore(pending)
  useEffect(() => () => pending.getSnapshot()?.answer(false), [pathname, search])
  return question && <Question {...question} />
}
