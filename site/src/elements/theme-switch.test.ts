import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'

const root = document.documentElement
const themeColor = document.createElement('meta')

beforeEach(() => {
  replayApi('anonymous')
  themeColor.name = 'theme-color'
  themeColor.content = '#f6f7f9'
  document.head.append(themeColor)
})

afterEach(() => {
  themeColor.remove()
  root.className = ''
  root.removeAttribute('style')
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('toggles light to dark and back, and keeps the choice', async () => {
  openPage('/about')
  await press('Use dark theme')
  expect(root.classList.contains('dark')).toBe(true)
  expect(themeColor.content).toBe('#0c111b')
  expect(localStorage.getItem('theme')).toBe('dark')

  await press('Use light theme')
  expect(root.classList.contains('dark')).toBe(false)
  expect(themeColor.content).toBe('#f6f7f9')
  expect(localStorage.getItem('theme')).toBe('light')
  expect(screen.getByRole('button', { name: 'Use dark theme' })).toBeTruthy()
})

test('follows a change that another tab makes', () => {
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
