import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FakeServer, staffUser } from '../../testing/fake-server'
import { renderAs } from '../../testing/render-as'
import type { Auth } from '../auth/use-auth'
import PhotoManagement from './photo-management.lazy'

function show(auth: Pick<Auth, 'status' | 'user'>): FakeServer {
  const server = new FakeServer()
  renderAs(auth, <PhotoManagement />)
  return server
}

test.each([
  ['a signed-in visitor', { status: 'authenticated' as const, user: { ...staffUser, is_staff: false } }],
  ['a stranger', { status: 'unauthenticated' as const, user: null }],
])('%s is denied, and nothing is fetched', (_who, auth) => {
  const server = show(auth)
  expect(screen.getByText('Access Denied')).toBeDefined()
  expect(screen.getByText('You must be an administrator to manage photos and galleries.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  expect(server.requests).toEqual([])
})

test('nothing is fetched until the session is known', () => {
  const server = show({ status: 'loading', user: null })
  expect(screen.getByText('Loading photo management interface...')).toBeDefined()
  expect(server.requests).toEqual([])
})
