import type { Page } from '@playwright/test'
import { publicPages } from './fixtures/content.ts'
import { createPerson, signIn, type Person } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { addDocument } from './fixtures/api.ts'
import { open, horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

/* Text without spaces, such as a long name, must not make a screen scroll sideways in the narrowest window. */

test.use({ viewport: { width: 320, height: 800 } })

/** Sixty letters in one word. */
const word = (start: string) => start.padEnd(60, 'mw')

const title = word('Title')
const gallery = word('Gallery')
const category = word('Category')
const documentName = word('Document')

async function fits(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    expect.soft(await horizontalOverflow(page), what).toEqual([])
  })
}

/** Opens a screen and checks it once it shows `text`. */
async function openAndCheck(page: Page, path: string, text: string): Promise<void> {
  await open(page, path)
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await fits(page, path)
}

async function fill(page: Page, person: Person): Promise<void> {
  const tokens = await signIn(page, person)
  await addPhoto(page, tokens, gallery, title)
  const fields = { name: documentName, description: word('Why'), file: `${word('file')}.txt` }
  await addDocument(page, tokens, { name: category, description: word('About') }, fields)
}

test('words of sixty letters fit every screen @all', async ({ page, site, errors }) => {
  const email = `${word('mail').toLowerCase()}@example.test`
  const person = await createPerson(site, {
    staff: true,
    email,
    firstName: word('First'),
    lastName: word('Last'),
  })
  await fill(page, person)

  await openAndCheck(page, '/backend/admin', email)
  await openAndCheck(page, '/backend/admin/audit', email)
  await openAndCheck(page, '/backend/admin/system', 'Rate limits')
  await openAndCheck(page, '/backend/admin/users', email)
  await page.getByRole('table', { name: 'All users' }).getByRole('link', { name: person.firstName }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.firstName)
  await fits(page, 'an account')
  await page.getByLabel('Notes for staff').fill(word('Knows'))
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByText('Notes saved.')).toBeVisible()
  await fits(page, 'an account with notes')

  errors.expectFromNow('the server responded with a status of 404')
  for (const { path } of publicPages) {
    await open(page, path)
    await fits(page, path)
  }
  await open(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText(person.firstName)).toBeVisible()
  await fits(page, 'the menu')

  await openAndCheck(page, '/welcome', person.firstName)
  await openAndCheck(page, '/profile', email)
  await openAndCheck(page, '/dashboard', person.firstName)

  await openAndCheck(page, '/documents', documentName)
  await page.getByRole('button', { name: 'Upload document' }).click()
  const documentForm = page.getByRole('dialog', { name: 'Upload document' })
  const notes = { name: `${word('notes')}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Notes') }
  await documentForm.locator('input[type=file]').setInputFiles(notes)
  await expect(documentForm.getByRole('group', { name: 'Chosen file' })).toBeVisible()
  await fits(page, 'a chosen document')
  await documentForm.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `More for ${documentName}` }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: `Share “${documentName}”` })
  await share.getByRole('radio', { name: 'One person' }).check()
  await share.getByLabel('E-mail address').fill(email)
  await share.getByLabel('Label').fill(word('Firm'))
  await fits(page, 'a share')
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByText(email)).toBeVisible()
  await fits(page, 'a link')
  await share.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `More for ${documentName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await fits(page, 'a question')

  await openAndCheck(page, '/photos', title)
  const photo = await makePhoto(`${word('photo')}.jpg`, [60, 80, 190], { width: 640, height: 480 })
  const files = [photo, { ...notes, mimeType: 'image/png', name: `${word('broken')}.png` }]
  const photoForm = page.getByRole('dialog', { name: 'Upload photos' })
  await page.getByRole('button', { name: 'Upload photos' }).click()
  await photoForm.locator('input[type=file]').setInputFiles(files)
  await expect(photoForm.getByRole('list', { name: 'Chosen images' })).toBeVisible()
  await fits(page, 'chosen photos')
  errors.expect('the server responded with a status of 400')
  await photoForm.getByLabel('Base title').fill(word('Base'))
  await photoForm.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByText(/^Finished uploading\. 1 succeeded, 1 failed\./)).toBeVisible()
  await fits(page, 'a failed upload')
  await page.getByRole('button', { name: `More for ${title}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit photo' })).toBeVisible()
  await fits(page, 'a photo being changed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `View ${title}` }).press('Enter')
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await fits(page, 'a whole photo')

  await openAndCheck(page, '/galleries', gallery)
  await page.getByRole('button', { name: `Edit ${gallery}` }).click()
  await expect(page.getByRole('form', { name: `Edit ${gallery}` }).getByLabel('Name')).toBeFocused()
  await fits(page, 'a gallery being changed')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Arrange ${gallery}` }).click()
  await expect(page.getByRole('button', { name: title })).toBeVisible()
  await fits(page, 'the order of a gallery')
  await page.getByRole('link', { name: 'Back to Galleries' }).click()
  await page.getByRole('button', { name: `Delete ${gallery}` }).click()
  await page.getByRole('button', { name: 'Delete gallery', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await fits(page, 'a message with Undo')
  await importTexts(site) // the form takes messages if the published content has it
  await page.goto('/contact')
  await page.getByLabel('Your name').fill(word('Sender'))
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByLabel('Message').fill(word('Message'))
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await fits(page, 'a sent message')
  await openAndCheck(page, '/messages', word('Sender'))
  await page.getByRole('link', { name: word('Sender') }).click()
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await fits(page, 'a message')
  await openAndCheck(page, '/shared', documentName)
  await openAndCheck(page, '/trash', gallery)

  // Users without a first name are greeted with their address.
  await page.route('**/api/users/profile/', async (route) => {
    const response = await route.fetch()
    const user = (await response.json()) as object
    await route.fulfill({ response, json: { ...user, first_name: '', last_name: '' } })
  })
  for (const path of ['/welcome', '/profile', '/dashboard']) await openAndCheck(page, path, email)
  await open(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText(email)).toBeVisible()
  await fits(page, 'the menu of a user without a name')

  await page.setViewportSize({ width: 900, height: 800 })
  await open(page, '/')
  await page.getByRole('banner').getByRole('button', { name: email }).click()
  await expect(
    page.getByRole('list', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }),
  ).toBeVisible()
  await fits(page, 'the menu in the bar')
})
