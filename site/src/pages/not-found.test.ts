import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-document'

test('an unknown path meets the lost bee', () => {
  openPage('/no/such/page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bee Error?')
  expect(screen.getByText('.. ops it seems this page cannot be found ..')).toBeTruthy()
  expect(screen.getByText("We can't seem to find the page you are looking for!")).toBeTruthy()
})

test('its one link leads home', () => {
  openPage('/no/such/page')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/'])
})

test('its foot names the company and the year', () => {
  openPage('/no/such/page')
  const year = new Date().getFullYear()
  expect(screen.getByRole('contentinfo').textContent).toBe(`© ${year} Sample Works`)
})

test('its picture has a variant for each theme', () => {
  openPage('/no/such/page')
  const picture = screen.getByRole('main').querySelector('svg')
  expect(picture?.getAttribute('aria-hidden')).toBe('true')
  expect(picture?.querySelectorAll('[class*=day]')).toHaveLength(1)
  expect(picture?.querySelectorAll('[class*=night]')).toHaveLength(1)
})
