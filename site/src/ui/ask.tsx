import { useEffect, useId, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './ask.module.css'
import { Button } from './button'
import { Dialog } from './dialog'

interface Question {
  text: string
  /** What the button does, in words: 'Delete image'. */
  act: string
  /** What else to know before answering. */
  warning?: string | undefined
  /** Nothing is lost by it. */
  harmless?: boolean
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

function become(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks the visitor; the promise is kept with their answer, which is no when they go elsewhere. */
export function ask(text: string, question: Omit<Question, 'text'>): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (asked?.answer === answer) become(null)
      resolve(yes)
    }
    become({ text, ...question, answer })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the questions of `ask` appear. One stands in the staff layout. */
export function Questions() {
  const { pathname } = useLocation()
  const question = useSyncExternalStore(subscribe, () => asked)
  useEffect(() => () => asked?.answer(false), [pathname])
  return question && <QuestionBox {...question} />
}

function QuestionBox({ text, act, warning, harmless = false, answer }: Asked) {
  const id = useId()
  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={warning === undefined ? undefined : `${id}warning`}
      className={styles.question}
      onClose={() => answer(false)}
    >
      <p id={id} className={styles.text}>
        {text}
      </p>
      {warning !== undefined && (
        <p id={`${id}warning`} className={styles.warning}>
          {warning}
        </p>
      )}
      <div className={styles.answers}>
        {/* The first control: the browser puts the focus here. */}
        <Button variant="outline" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button variant={harmless ? 'primary' : 'danger'} onClick={() => answer(true)}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
