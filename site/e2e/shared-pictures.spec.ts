import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { uploadForm } from './fixtures/photos-screen.ts'
import { expect, test } from './fixtures/test.ts'

const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')

const scopes = (page: Page) =>
  page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.filter(({ active }) => active).map(({ scope }) => new URL(scope).pathname)
  })

/** How many files the browser keeps that were shared. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        indexedDB.open('shared-pictures').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result
          const count = database.transaction('pictures').objectStore('pictures').count()
          count.onsuccess = () => {
            database.close()
            resolve(count.result)
          }
        }
      }),
  )

interface SharedFile {
  name: string
  type: string
  base64: string
}

/** Shares files as the browser does for a phone's gallery: by a navigation to the share target with a form. */
async function share(page: Page, files: readonly SharedFile[]): Promise<void> {
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as {
    share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } }
  }
  const { action, method, enctype, params } = manifest.share_target
  await Promise.all([
    page.waitForURL('**/photos*'),
    page.evaluate(
      ({ attributes, name, files }) => {
        const form = Object.assign(document.createElement('form'), attributes)
        const transfer = new DataTransfer()
        for (const { name, type, base64 } of files) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          transfer.items.add(new File([bytes], name, { type }))
        }
        const input = Object.assign(document.createElement('input'), { type: 'file', name, multiple: true })
        input.files = transfer.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      { attributes: { action, method, enctype }, name: params.files[0]?.name ?? '', files },
    ),
  ])
}

async function photo(name: string): Promise<SharedFile> {
  const { buffer } = await makePhoto(name, [190, 80, 60], { width: 640, height: 480 })
  return { name, type: 'image/jpeg', base64: buffer.toString('base64') }
}

const heic: SharedFile = {
  name: 'iphone.heic',
  type: 'image/heic',
  base64: readFileSync(join(import.meta.dirname, 'fixtures/heic/iphone.heic')).toString('base64'),
}
const notes: SharedFile = { name: 'notes.pdf', type: 'application/pdf', base64: btoa('%PDF-1.7') }

test('shared pictures are chosen for upload, and wait for a sign-in, a reload and the upload', async ({
  page,
  staff,
}) => {
  await page.goto('/cv')
  expect(await scopes(page)).toEqual([])
  await signIn(page, staff)
  await page.goto('/dashboard')
  await expect.poll(() => scopes(page)).toEqual(['/photos/share'])

  await share(page, [await photo('a.jpg'), heic, notes])
  await expect(page).toHaveURL('/photos')
  // No page is the worker's, and none of its requests.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await expect(chosen(page)).toContainText(['a.jpg', 'iphone.heic'])
  await expect(page.getByText('Chosen for upload: 2 shared pictures.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('notes.pdf is a PDF document')

  // The form asks which of the pictures are there already: not any more from here.
  await page.goto('/cv')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await share(page, [await photo('b.jpg')])
  await expect(page).toHaveURL(/\/signin/)
  await page.getByLabel('E-mail').fill(staff.email)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/photos')
  await expect(chosen(page)).toContainText(['a.jpg', 'iphone.heic', 'b.jpg'])
  await page.getByRole('button', { name: 'Remove b.jpg' }).click()
  await expect.poll(() => kept(page)).toBe(2)
  await page.reload()
  await expect(chosen(page)).toHaveCount(2)
  await checkAccessibility(page, [320, 390])

  const form = uploadForm(page)
  await form.title.fill('Shared')
  await form.submit.click()
  await expect(page.getByText('Successfully uploaded 2 image(s)!')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('cell', { name: 'Shared - iphone.jpg', exact: true })).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
})

test('pictures are scaled down in the browser when somebody asks for it, upright', async ({
  page,
  staff,
}) => {
  await signIn(page, staff)
  await page.goto('/photos')
  const form = uploadForm(page)
  const { buffer } = await makePhoto('large.jpg', [190, 80, 60], { width: 3200, height: 2400 })
  // The camera was held upright: what is stored as the left side is the top.
  const turned = await sharp(buffer).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const small = await makePhoto('small.jpg', [60, 80, 190], { width: 640, height: 480 })
  const files = [{ name: 'large.jpg', mimeType: 'image/jpeg', buffer: turned }, small]
  const upload = async (title: string) => {
    await form.files.setInputFiles(files)
    await form.title.fill(title)
    await form.submit.click()
    await expect(page.getByText('Successfully uploaded 2 image(s)!')).toBeVisible()
    await page.reload()
  }
  await upload('Whole')
  const box = page.getByRole('checkbox', { name: 'Scale down in the browser before uploading' })
  await expect(box).not.toBeChecked()
  await box.check()
  await upload('Scaled')
  for (const [title, width, height] of [
    ['Whole - large.jpg', 2400, 3200],
    ['Scaled - large.jpg', 1920, 2560],
    ['Scaled - small.jpg', 640, 480],
  ] as const) {
    const link = page.getByRole('link', { name: `Open ${title} in a new tab` })
    const picture = await page.request.get((await link.getAttribute('href')) ?? '')
    const found = await sharp(await picture.body()).metadata()
    expect([found.width, found.height], title).toEqual([width, height])
  }
})
