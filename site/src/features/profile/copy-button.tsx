import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'

/** Copies `text`, and says whether that worked. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(text) })
  return (
    <>
      <Button onClick={() => copy.mutate()}>{children}</Button>
      <span role="status">
        {copy.isError
          ? 'Your browser did not allow it. Select the text and copy it.'
          : copy.isSuccess && 'Copied.'}
      </span>
    </>
  )
}
