import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for an alert with this text, which takes the focus. */
export async function alerted(text: string): Promise<void> {
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
}

/** The first sentence that describes a field: its error, if it has one. */
export const under = (field: HTMLElement): string =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent ?? ''
