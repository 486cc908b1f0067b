import { checkAccessibility } from './fixtures/accessibility.ts'
import { post } from './fixtures/api.ts'
import { createPerson, signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ demo: true, folder: '' })

test('a hidden gallery and a deleted photo leave the texts that name them, and staff see a notice', async ({
  page,
  site,
  visitor,
}) => {
  const tokens = await signIn(page, await createPerson(site, { staff: true }))
  const headers = { Authorization: `Bearer ${tokens.access}` }
  const ids: number[] = []
  for (const name of ['Porto', 'Talks']) {
    const gallery = await post(page, tokens, '/api/photos/galleries/', { data: { name, shown: true } })
    const multipart = {
      image: await makePhoto('a.jpg', [190, 80, 60], { width: 900, height: 600 }),
      title: `${name} - winter - a.jpg`,
      alt_text: `${name} at dawn`,
      gallery: String(gallery.id),
    }
    ids.push((await post(page, tokens, '/api/photos/images/', { multipart })).id)
  }
  const text = `---\ntitle: Tides\ndate: 2026-11-01\n---\n\nSee [my photos](/gallery/porto).\n\n![A crane](../photos/a-${ids[1]}.jpg)\n\n![A mast](never.png)\n`
  const path = 'notes/tides.md'
  const draft = { path, text, base: 0, revision: 0, publication: 0 }
  expect((await page.request.put('/api/content/drafts/', { headers, data: draft })).status()).toBe(200)
  const drafts = [{ path, revision: 1, title: 'Tides' }]
  await post(page, tokens, '/api/content/publications/', { data: { drafts, publish_at: null } })

  const guest = await visitor()
  const get = (path: string) => guest.request.get(path, { maxRedirects: 0 })
  const status = async (path: string) => (await get(path)).status()
  const note = async () => (await get('/notes/tides')).text()
  await expect.poll(() => status('/notes/tides'), { intervals: [500] }).toBe(200)
  expect(await status('/gallery')).toBe(200)
  expect(await note()).toContain('<a href="/gallery/porto">my photos</a>')
  expect(await note()).toContain('<p dir="auto">A mast</p>')
  const shown = await (await get('/gallery/porto')).text()
  expect(shown).toContain('<b dir="auto">Porto - winter</b>')
  const [file = ''] = /\/media\/[^ "]+/.exec(await note()) ?? []
  expect(await status(file)).toBe(200)

  await test.step('hiding a gallery', async () => {
    await page.goto('/galleries')
    await expect(page.getByRole('link', { name: 'View Porto on the site' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Porto' }).click()
    await page.getByRole('checkbox', { name: 'Show on the site' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to hide this gallery?' })
    await expect(question).toContainText('Used in “Tides”.')
    await checkAccessibility(page)
    await question.getByRole('button', { name: 'Hide gallery' }).click()
    await expect.poll(() => status('/gallery/porto'), { intervals: [500] }).toBe(404)
    expect(await note()).toContain('See my photos.')
    const list = await get('/gallery')
    expect([list.status(), list.headers()['location']]).toEqual([302, '/gallery/talks'])
  })

  await test.step('deleting a photo', async () => {
    await page.goto('/photos')
    await page.getByRole('button', { name: 'Delete Talks - winter - a.jpg' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Used in “Tides”.')
    await question.getByRole('button', { name: 'Delete image' }).click()
    await expect.poll(note, { intervals: [500] }).toContain('<p dir="auto">A crane</p>')
    await expect.poll(() => status(file), { intervals: [500] }).toBe(404)
  })

  await test.step('the dashboard and the editor name the text', async () => {
    await page.goto('/dashboard')
    const gone = page.getByRole('region', { name: 'Photos and galleries that are gone' })
    await expect(gone).toContainText('Tides')
    await checkAccessibility(page)
    await page.goto('/content')
    await expect(gone).toContainText('Tides')
    await gone.getByRole('link', { name: 'Edit' }).click()
    const advice = page.getByRole('list', { name: 'Advice' })
    await expect(advice).toContainText('leads to a gallery or a photo that the site does not show')
    await expect(advice).toContainText('the photos have none of this number')
    await checkAccessibility(page)
  })
})
