import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAuth } from './use-auth'

test('the hook names the missing provider', () => {
  const Stray = () => <p>{useAuth().status}</p>
  expect(() => render(<Stray />)).toThrow('useAuth must be used within an AuthProvider')
})
