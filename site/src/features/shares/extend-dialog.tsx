import { useId, useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { extendShare } from '../../api/shares'
import type { Share } from '../../api/types'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Dialog } from '../../ui/dialog'
import { Form, useFormAction } from '../../ui/form'
import { formErrors, requireFields } from '../../ui/form-errors'
import { SubmitAnswers } from '../../ui/submit-answers'
import { showToast } from '../../ui/toast'
import { formatDate, UntilField, usualEnd } from './until-field'

/** The dialog that changes when a share ends. */
export function ExtendDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { id, name } = share
  const heading = useId()
  const [until, setUntil] = useState(() =>
    share.until !== null && share.until < usualEnd() ? usualEnd() : share.until,
  )
  const { mutateAsync } = useInvalidatingMutation(() => extendShare(id, until), queryKeys.shares)
  const form = useFormAction(async () => {
    const invalid = requireFields({ until: until ?? 'none' })
    if (invalid) return invalid
    try {
      await mutateAsync(undefined)
    } catch (error) {
      return formErrors(error, 'The link could not be extended. Please try again.')
    }
    onClose()
    showToast(until ? `The link works until ${formatDate(until)}.` : 'The link has no end.')
    return null
  })
  return (
    <Dialog aria-labelledby={heading} padded onClose={onClose}>
      <h2 id={heading}>Extend the link to {name}</h2>
      <Form {...form} locks noValidate>
        <UntilField value={until} onChange={setUntil} />
        <SubmitAnswers action="Extend" busy="Extending…" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
