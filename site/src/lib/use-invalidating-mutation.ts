import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

/** A write to the API. It counts as done when what is cached under `key`, as far as it is shown, has been fetched anew. */
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
