import { checkAccessibility } from './fixtures/accessibility.ts'
import { createPerson, signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { post } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ demo: true, folder: '' })

interface Uploaded {
  id: number
  image_url: string
  srcset: { url: string }[]
}

test('a gallery comes to the site, its photos open large, and it leaves again', async ({
  page,
  site,
  visitor,
}) => {
  const tokens = await signIn(page, await createPerson(site, { staff: true }))
  const headers = { Authorization: `Bearer ${tokens.access}` }
  const addGallery = async (name: string, titles: string[]) => {
    const { id } = await post(page, tokens, '/api/photos/galleries/', { data: { name } })
    const photos: Uploaded[] = []
    for (const [index, title] of titles.entries()) {
      const image = await makePhoto('a.jpg', [190, 80, 60 * index], { width: 900, height: 600 })
      const multipart = { image, title, alt_text: `${title} at dawn`, gallery: String(id) }
      photos.push(await post<Uploaded>(page, tokens, '/api/photos/images/', { multipart }))
    }
    return { id, photos }
  }
  const harbour = await addGallery('Harbour', ['Crane', 'Quay'])
  const hidden = await addGallery('Talks', ['Stage'])
  const guest = await visitor()
  const status = async (path: string) => (await guest.request.get(path)).status()

  await test.step('staff show it', async () => {
    await page.goto('/galleries')
    await page.getByRole('button', { name: 'Edit Harbour' }).click()
    await page.getByRole('checkbox', { name: 'Show on the site' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const link = page.getByRole('link', { name: 'View Harbour on the site' })
    await expect(link).toHaveAttribute('href', '/gallery/harbour')
    await expect(page.getByText('On the site', { exact: true })).toBeVisible()
    await checkAccessibility(page)
    await expect.poll(() => status('/gallery/harbour'), { intervals: [500] }).toBe(200)
  })

  await test.step('nothing public names a photo of another gallery', async () => {
    const secrets = hidden.photos.flatMap(({ image_url, srcset }) => [
      image_url,
      ...srcset.map(({ url }) => url),
    ])
    const files = ['/', '/gallery/harbour', '/gallery/talks', '/gallery', '/robots.txt', '/site.webmanifest']
    const calls = ['galleries/shown/', 'images/?gallery_slug=talks', 'images/?gallery_slug=harbour']
    for (const path of [...files, ...calls.map((call) => `/api/photos/${call}`)]) {
      const text = await (await guest.request.get(path)).text()
      for (const secret of [...secrets, 'Stage at dawn']) expect(text, path).not.toContain(secret)
    }
  })

  const dialog = guest.getByRole('dialog', { name: 'Harbour' })
  await test.step('by keyboard', async () => {
    await guest.goto('/')
    await guest.getByRole('contentinfo').getByRole('link', { name: 'Gallery' }).click()
    await checkAccessibility(guest)
    await guest.getByRole('link', { name: /^Crane/ }).press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('Harbour, 1 of 2')
    await expect(dialog.getByRole('button', { name: 'Next photo' })).toBeFocused()
    await expect(dialog.locator('img[data-loaded]')).toBeVisible()
    await checkAccessibility(guest)
    await guest.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('img', { name: 'Quay at dawn' })).toBeVisible()
    await expect(guest).toHaveURL(`/gallery/harbour#photo-${harbour.photos[1]?.id ?? ''}`)
    await guest.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(guest).toHaveURL('/gallery/harbour')
    await expect(guest.getByRole('link', { name: /^Quay/ })).toBeFocused()
  })

  await test.step('by its address, and Back closes it', async () => {
    await guest.getByRole('link', { name: /^Quay/ }).click()
    await expect(dialog).toBeVisible()
    await guest.goBack()
    await expect(dialog).toBeHidden()
    await expect(guest).toHaveURL('/gallery/harbour')
    await guest.goto(`/gallery/harbour#photo-${harbour.photos[0]?.id ?? ''}`)
    await expect(dialog.getByRole('status')).toHaveText('Harbour, 1 of 2')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(guest).toHaveURL('/gallery/harbour')
  })

  await test.step('without scripts each photo is a link', async () => {
    const plain = await visitor({ javaScriptEnabled: false })
    await plain.goto('/gallery/harbour')
    for (const link of await plain.locator('photo-gallery a').all())
      expect(await status((await link.getAttribute('href')) ?? '')).toBe(200)
  })

  await test.step('a photo in the trash and a hidden gallery vanish', async () => {
    const [crane] = harbour.photos
    expect((await page.request.delete(`/api/photos/images/${crane?.id ?? ''}/`, { headers })).status()).toBe(
      204,
    )
    const text = async () => (await guest.request.get('/gallery/harbour')).text()
    await expect.poll(text, { intervals: [500] }).not.toContain('Crane at dawn')
    await expect.poll(() => status(crane?.image_url ?? ''), { intervals: [500] }).toBe(404)
    const path = `/api/photos/galleries/update/${harbour.id}/`
    expect((await page.request.patch(path, { headers, data: { shown: false } })).status()).toBe(200)
    await expect.poll(() => status('/gallery/harbour'), { intervals: [500] }).toBe(404)
  })
})
