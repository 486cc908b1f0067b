import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

/** A mutation that completes after the queries under `key` on the screen have been fetched again. */
export function useInvalidatingMutation<Answer, Input>(
  write: (input: Input) => Promise<Answer>,
  key: QueryKey,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
