import { checkAccessibility } from './fixtures/accessibility.ts'
import { expect, test } from './fixtures/test.ts'

test('anybody can use the account screens', async ({ page }) => {
  for (const [path, heading] of [
    ['/register', 'Register'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password/Nw/none', 'Choose a new password'],
    ['/confirm-email', 'Your e-mail address'],
    ['/login-failed', 'Sign-in failed'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await checkAccessibility(page)
    })
  }
})
