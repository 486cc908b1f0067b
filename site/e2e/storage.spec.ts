import { open } from './fixtures/page.ts'
import { oneTimeToken, sendSignIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const refused = "Your browser doesn't let this site store your sign-in."
const full = 'Your browser has no room left to store your sign-in.'

/** Behaves like a browser that stores nothing. */
const browsers: [string, string, () => void][] = [
  [
    'blocks site data',
    refused,
    () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Denied', 'SecurityError')
          },
        })
      }
    },
  ],
  ['has no storage', refused, () => Object.defineProperty(window, 'localStorage', { value: null })],
  [
    'has no room',
    full,
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No room', 'QuotaExceededError')
      }
    },
  ],
]

test('a browser without storage explains why a sign-in fails @all', async ({ visitor, staff, site }) => {
  for (const [what, message, refuse] of browsers) {
    await test.step(`a browser that ${what}`, async () => {
      const page = await visitor()
      await page.addInitScript(refuse)
      await open(page, '/')
      await page.getByRole('banner').getByRole('button', { name: 'Use dark theme' }).click()
      await expect(page.locator('html')).toHaveClass(/dark/)

      await page.goto('/login')
      await sendSignIn(page, staff)
      await expect(page.getByRole('alert')).toContainText(message)
      await expect(page).toHaveURL('/login')

      await page.goto(`/app-login?token=${await oneTimeToken(site, staff)}`)
      await page.waitForURL('/login-failed')
      await expect(page.getByRole('alert')).toContainText(message)
    })
  }
})
