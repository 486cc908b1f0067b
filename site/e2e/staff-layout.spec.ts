import type { Locator } from '@playwright/test'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

/** The heights of the cards in each row, rounded to pixels. */
const heightsByRow = (cards: Locator) =>
  cards.evaluateAll((elements) => {
    const rows: Record<number, Set<number>> = {}
    for (const element of elements) {
      const { top, height } = element.getBoundingClientRect()
      ;(rows[Math.round(top)] ??= new Set()).add(Math.round(height))
    }
    return Object.values(rows).map((heights) => [...heights])
  })

test('cards of one row are equally high, and the form of the editor is in the middle of its pane', async ({
  page,
  site,
  staff,
}) => {
  await importTexts(site)
  await signIn(page, staff)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/galleries')
  const descriptions = ['Short.', 'A long description of photos from harbours and quays. '.repeat(6), '']
  for (const [index, description] of descriptions.entries()) {
    await page.getByLabel('Name', { exact: true }).fill(`Gallery ${index + 1}`)
    await page.getByLabel('Description (optional)').fill(description)
    await page.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(page.getByRole('heading', { name: `Gallery ${index + 1}` })).toBeVisible()
  }
  const cards = page.getByRole('region', { name: 'All galleries' }).getByRole('listitem')
  for (const heights of await heightsByRow(cards)) expect(heights).toHaveLength(1)

  await page.goto('/backend/admin')
  const figures = page.locator('dl').first().locator('> div')
  await expect(figures.first()).toBeVisible()
  for (const heights of await heightsByRow(figures)) expect(heights).toHaveLength(1)

  await page.goto(`/content?file=${encodeURIComponent('about.md')}`)
  const pane = page.getByRole('region', { name: 'About' })
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toBeVisible()
  const [outer, inner] = [await pane.boundingBox(), await title.boundingBox()]
  const left = (inner?.x ?? 0) - (outer?.x ?? 0)
  const right = (outer?.x ?? 0) + (outer?.width ?? 0) - (inner?.x ?? 0) - (inner?.width ?? 0)
  expect(Math.abs(left - right), `${left} and ${right} pixels`).toBeLessThanOrEqual(1)
})
