import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { withFreshProof } from '../../ui/fresh-proof'
import { showToast } from '../../ui/toast'

/** Runs actions one at a time: asks for a fresh proof where the API wants one, says how it went, and reloads the screen. */
export function useAction(pageErrors: PageErrors) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(call: () => Promise<unknown>, done: string, failure: string): Promise<boolean> {
    if (busy) return false
    pageErrors.clear()
    setBusy(true)
    try {
      await withFreshProof(call)
      showToast(done)
      return true
    } catch (error) {
      pageErrors.add(pageError(failure, error), { urgent: true })
      return false
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.admin })
      setBusy(false)
    }
  }

  return { busy, run }
}
