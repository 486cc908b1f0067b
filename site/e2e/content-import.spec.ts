import { strToU8, zipSync } from 'fflate'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

const archive = zipSync({
  'Profile.csv': strToU8(
    'First Name,Last Name,Headline,Geo Location,Websites\nEdda,Quillane,Port engineer,,[OTHER:https://gitlab.com/edda]\n',
  ),
  'Positions.csv': strToU8(
    'Company Name,Title,Description,Started On,Finished On\n' +
      'Open Doors,Board member,,,\n' +
      'Nordhamn,Engineer,"Led 40 people.\n• Cut costs",Mar 2021,\n' +
      'Halyard Ledger,Director of Product Engineering,,2022,\n',
  ),
  'messages.csv': strToU8('FROM,CONTENT\nme,private\n'),
})

test('an archive is imported as drafts, and replaces nothing unasked @all', async ({
  page,
  site,
  staff,
  errors,
}) => {
  await importTexts(site)
  await signIn(page, staff)
  await page.goto('/content')
  await page.getByRole('button', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const file = (name: string, buffer: Buffer) =>
    dialog.locator('[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await file('holiday.txt', Buffer.from('Sun, mostly.'))
  await expect(dialog.getByRole('alert')).toHaveText(
    'This file is not a PDF or an archive of LinkedIn, a JSON Resume or a file of Reactive Resume.',
  )
  await file('archive.zip', Buffer.from(archive))
  await expect(dialog.getByRole('status')).toContainText('LinkedIn archive, 5 entries')
  await checkAccessibility(page)

  await test.step('what is there already or would replace a text is not chosen', async () => {
    await dialog.getByRole('button', { name: 'You', exact: true }).press('Enter')
    const role = dialog.getByRole('checkbox', { name: /^Role: Port engineer, now “Technologist/ })
    await expect(role).not.toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: /^Director .*, already there$/ })).not.toBeChecked()
    await expect(dialog.getByText('Not read: messages.')).toBeVisible()
    await role.press('Space')
  })

  await test.step('a missing date is added in the list', async () => {
    await expect(dialog.getByText('Board member, Open Doors has no start date.')).toBeVisible()
    await dialog.getByLabel('Start', { exact: true }).fill('soon')
    await dialog.getByLabel('Start', { exact: true }).press('Enter')
    await expect(dialog.getByText('“Start” is not a date.')).toBeVisible()
    await expect(dialog.getByLabel('Start', { exact: true })).toBeFocused()
    await dialog.getByLabel('Start', { exact: true }).fill('Mar 2019')
    await dialog.getByRole('button', { name: 'Add' }).click()
    const added = dialog.getByRole('checkbox', { name: 'Board member, Open Doors' })
    await expect(added).toBeChecked()
    await expect(added).toBeFocused()
  })

  await dialog.getByRole('button', { name: 'Import 4 entries' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(page.getByText('4 drafts').first()).toBeVisible()
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByRole('listitem')).toHaveCount(4)
  await drafts.getByRole('link', { name: 'Continue Engineer' }).click()
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('2021-03')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Cut costs')

  await test.step('photos of an export are added to the library', async () => {
    const { buffer } = await makePhoto('harbour.jpg', [20, 90, 160], { width: 640, height: 480 })
    const note = '---\ntitle: Low water\ndate: 2026-01-01\n---\n\n![A harbour](harbour.jpg)\n'
    const content = zipSync({ 'content/notes/low.md': strToU8(note), 'content/notes/harbour.jpg': buffer })
    await page.getByRole('button', { name: 'Import…' }).click()
    await file('content.zip', Buffer.from(content))
    const sent = page.waitForRequest((request) => request.postData()?.includes('Low water') === true)
    await dialog.getByRole('button', { name: 'Import 1 entry' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      path: 'notes/low.md',
      text: expect.stringMatching(/!\[A harbour\]\(\.\.\/photos\/harbour-\d+\.jpg\)/),
    })
  })
  expect(errors.problems()).toEqual([])
})
