import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-document'

test('an unknown path meets the lost bee, by day and by night, and one link, which leads home', () => {
  openPage('/no/such/page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bee Error?')
  expect(screen.getByText('.. ops it seems this page cannot be found ..')).toBeTruthy()
  expect(screen.getByText("We can't seem to find the page you are looking for!")).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/'])
  const year = new Date().getFullYear()
  expect(screen.getByRole('contentinfo').textContent).toBe(`© ${year} Sample Works`)
  const drawing = screen.getByRole('main').querySelector('svg')
  expect(drawing?.getAttribute('aria-hidden')).toBe('true')
  for (const time of ['day', 'night']) expect(drawing?.querySelectorAll(`[class*=${time}]`)).toHaveLength(1)
})
