import type { Locator, Page } from '@playwright/test'
import { settled } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { addDocument } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'

/** Drags with the pointer from one point to another. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

/** Where an element is, once it is there and no longer moves. */
async function boxOf(element: Locator) {
  await expect(element).toBeVisible()
  await settled(element.page())
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return box
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

interface Case {
  what: string
  open: () => Promise<void>
  /** The label of a field to type into; a dialog without one has nothing to lose. */
  field?: string
}

/** Checks that only a press outside closes the dialog, which asks before it discards changes. */
async function checkDialog(page: Page, { what, open, field }: Case): Promise<void> {
  const dialog = page.getByRole('dialog', { name: what })
  await open()
  const { x, y, height } = await boxOf(dialog)
  const inside: [number, number] = [x + 4, y + height / 2]
  const outside: [number, number] = [x - 40, y + height / 2]

  await page.mouse.click(...inside)
  await expect(dialog).toBeVisible()
  const heading = await boxOf(dialog.getByRole('heading', { level: 2 }))
  await drag(page, [heading.x + 5, heading.y + 5], [outside[0], heading.y + 5])
  await expect(dialog).toBeVisible()
  await drag(page, outside, inside)
  await expect(dialog).toBeVisible()
  await page.mouse.click(...outside)
  await expect(dialog).toHaveCount(0)
  if (field === undefined) return

  await open()
  const input = dialog.getByLabel(field, { exact: true })
  await input.fill('Walrus')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const dismissals = [() => page.keyboard.press('Escape'), () => page.mouse.click(...outside)]
  for (const dismiss of dismissals) {
    await dismiss()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    // A second Escape answers the question, and closes nothing else.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(input).toHaveValue('Walrus')
    await expect(dialog).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)

  await open()
  await input.fill('Walrus')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Walrus')).toHaveCount(0)
}

test('a dialog closes on a press outside, and asks before it discards @all', async ({ page, staff }) => {
  const tokens = await signIn(page, staff)
  await addPhoto(page, tokens, 'page logos', 'Harbour')
  await addDocument(page, tokens, { name: 'Talks' }, { name: 'Notes' })
  const screens: Record<string, Case[]> = {
    '/photos': [
      { what: 'Edit photo', open: () => press(page, 'Edit Harbour'), field: 'Title' },
      {
        what: 'Change 1 photo',
        open: async () => {
          await page.getByLabel('Select Harbour').check()
          await press(page, 'Change selected')
        },
        field: 'New title (optional)',
      },
    ],
    '/documents': [
      { what: 'Edit category', open: () => press(page, 'Edit category Talks'), field: 'Name' },
      {
        what: 'Versions of Notes',
        open: async () => {
          await press(page, 'More for Notes')
          await page.getByRole('menuitem', { name: 'Versions' }).click()
        },
      },
    ],
  }
  for (const [path, cases] of Object.entries(screens)) {
    await page.goto(path)
    for (const one of cases) await test.step(one.what, () => checkDialog(page, one))
  }

  await test.step('a close that the page cannot refuse keeps the changes', async () => {
    await press(page, 'Edit category Talks')
    const dialog = page.getByRole('dialog', { name: 'Edit category' })
    await dialog.getByLabel('Name').fill('Walrus')
    await dialog.evaluate((element: HTMLDialogElement) => element.close())
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Walrus')
  })
})

test("a press beside the phone's menu closes it, a drag out of it does not @all", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 800 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  const { x, y } = await boxOf(menu)
  await drag(page, [x + 20, y + 20], [x - 60, y + 20])
  await expect(menu).toBeVisible()
  await page.mouse.click(x - 60, y + 20)
  await expect(menu).toBeHidden()
})
