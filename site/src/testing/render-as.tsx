import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { AuthContext, type Auth } from '../features/auth/use-auth'

/** Renders `screen` alone at `path`: without its guard, for instance, because it must not rely on the guard alone. */
export function renderAs(auth: Pick<Auth, 'status' | 'user'>, screen: ReactNode, path = '/'): void {
  const unused = () => Promise.reject(new Error('Not part of this test'))
  render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={new QueryClient()}>
        <AuthContext
          value={{
            ...auth,
            login: unused,
            begin: unused,
            update: () => undefined,
            check: unused,
            logout: unused,
          }}
        >
          {screen}
        </AuthContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
