import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { useReauthentication } from '../../lib/reauthentication'
import { showToast } from '../../ui/toast'

/**
 * Runs actions one at a time: asks for recent authentication if the API requires it, reports the result, and reloads
 * the screen's data. An action that removes that data passes false as `reload`.
 */
export function useAction(pageErrors: PageErrors) {
  const client = useQueryClient()
  const withReauthentication = useReauthentication()
  const [busy, setBusy] = useState(false)

  async function run(
    call: () => Promise<unknown>,
    done: string,
    failure: string,
    reload = true,
  ): Promise<boolean> {
    if (busy) return false
    pageErrors.clear()
    setBusy(true)
    try {
      await withReauthentication(call)
      showToast(done)
      return true
    } catch (error) {
      pageErrors.add(pageError(failure, error), { urgent: true })
      return false
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.admin, refetchType: reload ? 'active' : 'none' })
      setBusy(false)
    }
  }

  return { busy, run }
}
