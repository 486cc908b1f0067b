import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'

test('the theme follows a change that another tab makes', () => {
  const root = document.documentElement
  replayApi('anonymous')
  openPage('/about')
  const dispatchStorage = (key: string | null, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  dispatchStorage('access', 'dark')
  expect(root.classList.contains('dark')).toBe(false)
  dispatchStorage('theme', 'dark')
  expect(root.classList.contains('dark')).toBe(true)
  expect(screen.getByRole('button', { name: 'Use light theme' })).toBeTruthy()
  dispatchStorage(null, null)
  expect(root.classList.contains('dark')).toBe(false)
})
