import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { createPerson, signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { post } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ demo: true, folder: '' })

type Size = Record<'width' | 'height', number>

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
  const addGallery = async (name: string, titles: string[], sizes: Size[] = []) => {
    const { id } = await post(page, tokens, '/api/photos/galleries/', { data: { name } })
    const photos: Uploaded[] = []
    for (const [index, title] of titles.entries()) {
      const image = await makePhoto(
        'a.jpg',
        [190, 80, 20 * index],
        sizes[index] ?? { width: 900, height: 600 },
      )
      const multipart = { image, title, alt_text: `${title} at dawn`, gallery: String(id) }
      photos.push(await post<Uploaded>(page, tokens, '/api/photos/images/', { multipart }))
    }
    return { id, photos }
  }
  const large = { width: 2700, height: 1800 }
  const harbour = await addGallery('Harbour', ['Crane', 'Quay'], [large])
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

  await test.step('a photo is zoomed up to its largest file, and back', async () => {
    const photo = dialog.getByRole('img', { name: 'Crane at dawn' })
    const reset = dialog.getByRole('button', { name: 'Reset zoom' })
    const width = () => photo.evaluate((image) => Math.round(image.getBoundingClientRect().width))
    const left = () => photo.evaluate((image) => Math.round(image.getBoundingClientRect().left))
    const file = () => photo.evaluate((image: HTMLImageElement) => image.currentSrc)
    await guest.getByRole('link', { name: /^Crane/ }).press('Enter')
    await expect(dialog.locator('img[data-loaded]')).toBeVisible()
    const whole = await width()
    const small = await file()
    await expect(reset).toBeHidden()
    for (let presses = 0; presses < 5; presses++) await guest.keyboard.press('+')
    expect(await width()).toBe(2560)
    await expect.poll(file).not.toBe(small)
    expect(new URL(await file()).pathname).toBe(harbour.photos[0]?.srcset.at(-1)?.url)
    const before = await left()
    await guest.keyboard.press('ArrowRight')
    expect(await left()).toBe(before - 80)
    await expect(dialog.getByRole('status')).toHaveText('Harbour, 1 of 2')
    await checkAccessibility(guest)
    await guest.keyboard.press('-')
    expect(await width()).toBe(Math.round(2560 / 1.5))
    await guest.keyboard.press('0')
    expect(await width()).toBe(whole)

    // The point under the pointer keeps its place.
    const box = await photo.boundingBox()
    const at = { x: (box?.x ?? 0) + whole / 4, y: (box?.y ?? 0) + 40 }
    await guest.mouse.dblclick(at.x, at.y)
    const zoomed = await width()
    expect(zoomed).toBe(Math.min(2560, 3 * whole))
    expect(Math.abs((await left()) + zoomed / 4 - at.x)).toBeLessThan(3)
    await guest.mouse.dblclick(at.x, at.y)
    expect(await width()).toBe(whole)
    await guest.mouse.dblclick(at.x, at.y)
    await reset.click()
    await expect(reset).toBeHidden()
    expect(await width()).toBe(whole)
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()

    // A touchpad's pinch, and two fingers.
    await guest.mouse.move(at.x, at.y)
    await guest.keyboard.down('Control')
    await guest.mouse.wheel(0, -50)
    await guest.keyboard.up('Control')
    await expect.poll(width).toBeGreaterThan(whole * 1.5)
    await guest.keyboard.press('0')
    const touch = (type: string, ...places: number[]) =>
      photo.evaluate(
        (target, { type, places }) => {
          const touches = places.map(
            (clientX, identifier) => new Touch({ target, identifier, clientX, clientY: 300 }),
          )
          target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }))
        },
        { type, places },
      )
    await touch('touchstart', 500, 600)
    await touch('touchmove', 500, 600)
    await touch('touchmove', 450, 650)
    await touch('touchend')
    expect(Math.abs((await width()) - 2 * whole)).toBeLessThan(2)
    await guest.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('at its address, and Back closes it', async () => {
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

  await test.step('photos of mixed proportions fill rows of one height, whole and in order', async () => {
    const sizes = [
      [1500, 1000],
      [1000, 1500],
      [1000, 1000],
      [4000, 1000],
      [900, 1600],
      [1600, 900],
      [1333, 1000],
      [700, 2100],
      [1500, 1000],
    ].map(([width = 0, height = 0]) => ({ width, height }))
    const { id } = await addGallery(
      'Mixed',
      sizes.map((_, index) => `Photo ${index}`),
      sizes,
    )
    const path = `/api/photos/galleries/update/${id}/`
    expect((await page.request.patch(path, { headers, data: { shown: true } })).status()).toBe(200)
    await expect.poll(() => status('/gallery/mixed'), { intervals: [500] }).toBe(200)
    const plain = await visitor({ javaScriptEnabled: false })
    for (const [width, least] of [
      [1440, 270],
      [820, 220],
    ] as const) {
      await plain.setViewportSize({ width, height: 900 })
      await plain.goto('/gallery/mixed')
      const all = await boxes(plain)
      for (const [index, { width, height }] of all.entries())
        expect(width / height).toBeCloseTo((sizes[index]?.width ?? 0) / (sizes[index]?.height ?? 1), 1)
      const tops = [...new Set(all.map(({ top }) => Math.round(top)))]
      expect(tops, 'in order').toEqual([...tops].sort((a, b) => a - b))
      expect(tops.length).toBeGreaterThan(2)
      for (const top of tops) {
        const row = all.filter((box) => Math.round(box.top) === top)
        const heights = row.map(({ height }) => height)
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1)
        const alone = row.length === 1
        if (!alone) expect(Math.min(...heights)).toBeGreaterThanOrEqual(least - 1)
        const filled = (row.at(-1)?.right ?? 0) - (row[0]?.left ?? 0)
        const room = await plain.locator('photo-gallery ul').evaluate((grid) => grid.clientWidth)
        if (!alone && top !== tops.at(-1)) expect(filled).toBeCloseTo(room, 0)
      }
    }
    await plain.setViewportSize({ width: 390, height: 844 })
    await plain.goto('/gallery/mixed')
    const column = await boxes(plain)
    expect(new Set(column.map(({ left }) => left)).size).toBe(1)
    for (const { height } of column) expect(height).toBeLessThanOrEqual(0.78 * 844 + 1)
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

/** The boxes of the photos, in their order in the page. */
const boxes = (page: Page) =>
  page.locator('photo-gallery li img').evaluateAll((images) =>
    images.map((image) => {
      const { left, right, top, width, height } = image.getBoundingClientRect()
      return { left, right, top: top + scrollY, width, height }
    }),
  )
