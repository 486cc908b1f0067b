import { useEffect, useState, type ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useAuth } from '../features/auth/use-auth'

/** One query cache per sign-in, so that no session sees another's data. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // `api/client` already retries where it helps.
          queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
          // Writes fail at once without a network, instead of waiting.
          mutations: { networkMode: 'always' },
        },
      }),
  )
  const { status } = useAuth()
  useEffect(() => {
    // Fetches again what failed during an outage.
    if (status === 'authenticated')
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [status, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
