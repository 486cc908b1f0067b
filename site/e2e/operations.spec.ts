import { expect, test } from './fixtures/test.ts'

test("the viewer of the API's description loads nothing from other hosts", async ({ page, baseURL }) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  // The viewer draws the calls on the screen only, of which the address names one.
  await page.goto('/api/docs/#/Account/register')
  await expect(page.getByText('Makes an ordinary account; nobody becomes staff this way.')).toBeVisible()
  // The example of an answer is one that the server gave.
  await expect(page.getByText('"email": "ada@example.test"').first()).toBeVisible()
  expect(urls.filter((url) => !url.startsWith(`${baseURL ?? ''}/`) && !url.startsWith('data:'))).toEqual([])
})

test('the doctor finds the site well @all', async ({ site, staff }) => {
  expect(staff.email).toContain('@')
  const report = await site.command(['doctor'])
  for (const check of ['data', 'disk', 'address', 'pages', 'database', 'storage', 'mail'])
    expect(report).toMatch(new RegExp(`^ok +${check} `, 'm'))
  expect(report).not.toContain('FAIL')
})
