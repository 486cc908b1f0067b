import { useEffect, useState, type ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useAuth } from '../features/auth/use-auth'

/** The query cache of one sign-in: nobody meets what another person's session has fetched. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // `api/client` has tried again where that helps; what still fails is shown, with a button to try again.
          queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
          // A write without a network fails at once, instead of waiting for one.
          mutations: { networkMode: 'always' },
        },
      }),
  )
  const { status } = useAuth()
  useEffect(() => {
    // What failed while the API gave no answer is fetched when it answers again.
    if (status === 'authenticated')
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [status, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
