import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getFactors } from '../../api/factors'
import { queryKeys } from '../../api/query-keys'

/** The user's second factors, and what to call when they changed: the first one signs other devices out. */
export function useFactors() {
  const client = useQueryClient()
  const { data, isError } = useQuery({ queryKey: queryKeys.factors, queryFn: getFactors })
  const changed = () => {
    void client.invalidateQueries({ queryKey: queryKeys.devices })
    return client.invalidateQueries({ queryKey: queryKeys.factors })
  }
  return { data, isError, changed }
}
