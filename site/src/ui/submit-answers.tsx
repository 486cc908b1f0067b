import type { ComponentProps } from 'react'
import { Button } from './button'
import { Answers } from './dialog'
import { SubmitButton } from './form'

interface SubmitAnswersProps extends Pick<ComponentProps<typeof SubmitButton>, 'busy' | 'variant'> {
  /** The label of the button that sends the form. */
  action: string
  onCancel: () => void
}

/** The foot of a dialog with a form. */
export const SubmitAnswers = ({ action, onCancel, variant = 'primary', busy }: SubmitAnswersProps) => (
  <Answers>
    <Button onClick={onCancel}>Cancel</Button>
    <SubmitButton variant={variant} busy={busy}>
      {action}
    </SubmitButton>
  </Answers>
)
