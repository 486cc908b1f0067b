import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

test.beforeEach(async ({ page, site, staff }) => {
  await importTexts(site)
  await signIn(page, staff)
})

const job = '/content?file=cv/experience/tidewater-logistics-lab.md'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

test(
  'a draft survives a lost connection, another window and another text of its file',
  { tag: '@all' },
  async ({ page, context, site, errors }) => {
    await page.goto(job)
    await test.step('a file is open in one window at a time', async () => {
      await page.getByLabel(/^End/).fill('2021')
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
      const other = await context.newPage()
      await other.goto(job)
      await expect(other.getByText('Content is open in another window.')).toBeVisible()
      await checkAccessibility(other)
      await other.getByRole('button', { name: 'Edit here' }).click()
      await expect(other.getByLabel(/^End/)).toHaveValue('2021')
      await expect(page.getByText('Content is open in another window.')).toBeVisible()
      // It waits for its turn again.
      await other.close()
      await expect(page.getByLabel(/^End/)).toHaveValue('2021')
    })

    await test.step('a screen reader announces a replaced date', async () => {
      await page.getByLabel(/^End/).fill('2024-05')
      await page.getByRole('button', { name: 'Save for the next build' }).click()
      const words = page.getByRole('dialog').getByRole('definition')
      await expect(words).toHaveText('2022 2024-05')
      await expect(words).toMatchAriaSnapshot(`- definition:
    - deletion: "[removed: 2022 ]"
    - insertion: "[added: 2024-05 ]"`)
      await page.keyboard.press('Escape')
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
    })

    await test.step('two texts of one file are shown side by side', async () => {
      const path = 'cv/experience/tidewater-logistics-lab.md'
      const text = '---\ntitle: Operations Lead\norganisation: Tidewater\nstart: 2018\n---\n\nAnother text.\n'
      await importTexts(site, { [path]: text })
      await page.reload()
      const conflict = page.getByRole('region', { name: 'Compare versions' })
      await expect(conflict.locator('del').first()).toBeVisible()
      await checkAccessibility(page)
      await conflict.getByRole('button', { name: 'Use this' }).click()
      await expect(conflict).toHaveCount(0)
      await expect(page.getByLabel('Organisation')).toHaveValue('Tidewater')
      await expect(page.getByText('Everything is published.')).toBeVisible()
    })

    await test.step('text typed offline survives a reload and is sent once online', async () => {
      await expect(page.getByText('✓ Published')).toBeVisible()
      await expect(editor(page)).toBeVisible()
      expect(errors.problems()).toEqual([])
      errors.expect('net::ERR_INTERNET_DISCONNECTED')
      // The pages come from the disk, as on a phone that has opened them before; the API is out of reach.
      await page.route('**/api/content/drafts/', (route) => route.abort('internetdisconnected'))
      await page.getByLabel(/^End/).fill('2020-12')
      await editor(page).click()
      await page.keyboard.type('Typed offline. ')
      await expect(page.getByText('No connection. Kept on this device.')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(/^End/)).toHaveValue('2020-12')
      await expect(editor(page)).toContainText('Typed offline.')
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(/^End/)).toHaveValue('2020-12')
    })

    await test.step('the editor of the text follows Discard and Undo, and saving leaves the caret alone', async () => {
      await editor(page).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('First. ')
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
      await page.keyboard.type('Then. ')
      await expect(editor(page)).toHaveText(/^First\. Then\. /)
      await page.getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name: 'Discard draft' }).click()
      await expect(editor(page)).toHaveText('Another text.')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(editor(page)).toHaveText(/^First\. Then\. /)
    })
  },
)

test('the long text has formats by button and key, Undo, and lets Tab through', async ({ page }) => {
  await page.goto(job)
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('First words')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(editor(page)).toHaveText('**First words**')
  await page.keyboard.press('Control+b')
  await expect(editor(page)).toHaveText('First words')
  for (const [name, text] of [
    ['Italic', '*First words*'],
    ['Heading', '## First words'],
    ['List', '- First words'],
    ['Quote', '> First words'],
    ['Link', '[First words](https://)'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(editor(page)).toHaveText(text)
    await page.keyboard.press('Control+z')
    await expect(editor(page)).toHaveText('First words')
    await page.keyboard.press('Control+a')
  }
  // What is typed replaces several lines without styles of the browser's, which the policy refuses.
  await page.keyboard.type('One\n**Two**\n\n- Three')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp'])
    await page.keyboard.press(key)
  await page.keyboard.type('All')
  await expect(editor(page)).toContainText('Allee')
  await expect(editor(page)).not.toContainText('Thr')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('# A title')
  await expect(page.getByRole('list', { name: 'Errors in the text' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
})

test(
  'the long text takes composed letters and pasted lists, and is searched',
  { tag: '@all' },
  async ({ page, context }) => {
    await page.goto(job)
    await editor(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const keyboard = await context.newCDPSession(page)
    await test.step('letters composed of several keys', async () => {
      await page.keyboard.type('- A ')
      for (const text of ['n', 'に', 'にほ', 'にほん']) {
        await keyboard.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
        await expect(editor(page)).toHaveText(`- A ${text}`)
      }
      await keyboard.send('Input.insertText', { text: '日本' })
      await keyboard.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
      await keyboard.send('Input.insertText', { text: 'é' })
      await page.keyboard.type('!')
      await expect(editor(page)).toHaveText('- A 日本é!')
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
      await expect(editor(page)).toHaveText('- A 日本é!')
    })

    await test.step('Enter goes on with the list, and ends it when its item is empty', async () => {
      await page.keyboard.press('Enter')
      await expect(editor(page).locator('.cm-line')).toHaveText(['- A 日本é!', '- '])
      await page.keyboard.press('Enter')
      await page.keyboard.type('After')
      await expect(editor(page).locator('.cm-line')).toHaveText(['- A 日本é!', '', 'After'])
    })

    await test.step('a list of a word processor', async () => {
      await page.keyboard.press('Control+a')
      await editor(page).evaluate((target) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '•\tOne\r\n•\tTwo')
        target.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
        )
      })
      await expect(editor(page).locator('.cm-line')).toHaveText(['- One', '- Two'])
    })

    await test.step('a table, row by row', async () => {
      await page.keyboard.press('Control+a')
      await page.keyboard.type('| Year | Sales |\n| --- | --- |\n| 2020 | 100 |')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('| 2021 | 250 |')
      await expect(editor(page).locator('.cm-line')).toHaveText([
        '| Year | Sales |',
        '| --- | --- |',
        '| 2020 | 100 |',
        '| 2021 | 250 |',
      ])
      const preview = page.frameLocator('iframe[title="Preview of /cv"]')
      await expect(preview.getByRole('row')).toHaveText(['Year Sales', '2020 100', '2021 250'])
    })

    await test.step('lines and fields from right to left', async () => {
      await page.keyboard.press('Control+a')
      await page.keyboard.type('- פריט\n- An item')
      const directions = () =>
        editor(page)
          .locator('.cm-line')
          .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction))
      await expect.poll(directions).toEqual(['rtl', 'ltr'])
      await page.getByLabel('Organisation').fill('שלום')
      await expect(page.getByLabel('Organisation')).toHaveCSS('direction', 'rtl')
    })

    await test.step('search', async () => {
      await editor(page).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Two')
      await page.keyboard.press('Control+f')
      await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
      await page.keyboard.type('two')
      await expect(editor(page).locator('.cm-searchMatch')).toHaveText('Two')
      await checkAccessibility(page)
      await page.keyboard.press('Escape')
      await expect(editor(page)).toBeFocused()
    })
  },
)

test('the keyboard alone opens a file, leaves it, and changes an order', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/content?file=cv/languages/portuguese.md')
  const tree = page.getByRole('navigation', { name: 'Content' })
  const link = tree.getByRole('link', { name: /Portuguese/ })
  // The group is open although nobody has opened it.
  await page.getByRole('button', { name: 'All content' }).press('Enter')
  await expect(link).toBeFocused()
  await tree.getByRole('button', { name: /^Languages/ }).press('Enter')
  await expect(link).toBeHidden()
  await tree.getByRole('button', { name: /^Languages/ }).press('Enter')
  await link.press('Enter')
  await expect(page.getByRole('heading', { name: 'Portuguese' })).toBeFocused()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'All content' }).press('Enter')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Portuguese' })).toBeFocused()
  const menu = page.getByRole('button', { name: 'More for Portuguese' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Change order' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Order of Languages' })
  const portuguese = dialog.getByRole('button', { name: 'Portuguese', exact: true })
  await portuguese.press('Space')
  await page.keyboard.press('ArrowUp')
  await expect(portuguese).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button').nth(1)).toHaveText('Portuguese')
  await page.getByRole('button', { name: 'Save order' }).press('Enter')
  await expect(page.getByText('Order changed.')).toBeVisible()
  await expect(menu).toBeFocused()
  await page.getByRole('button', { name: 'All content' }).press('Enter')
  const languages = tree.getByRole('link', { name: /Native|Working|Basic/ })
  await expect(languages.first()).toContainText('Portuguese')
})

test('a project gets a dropped cover and another address, with the keyboard', async ({ page }) => {
  await page.goto('/content')
  const tree = page.getByRole('navigation', { name: 'Content' })
  await tree.getByRole('button', { name: 'Add to Projects' }).press('Enter')
  await page.keyboard.type('Berth board')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Summary')).toBeFocused()
  // The page needs a summary, so there is nothing to show yet.
  await expect(page.getByText('Complete the form to update the preview.')).toBeVisible()
  await page.keyboard.type('Who lies where, for nine ports.')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1, name: 'Berth board' })).toBeVisible()

  await test.step('the cover', async () => {
    const { buffer } = await makePhoto('berths.jpg', [60, 80, 190], { width: 640, height: 360 })
    await page.getByRole('group', { name: /^Cover/ }).evaluate(
      (field, bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'berths.jpg', { type: 'image/jpeg' }))
        const options = { dataTransfer, bubbles: true, cancelable: true }
        field.querySelector('button')?.dispatchEvent(new DragEvent('drop', options))
      },
      [...buffer],
    )
    const dialog = page.getByRole('dialog', { name: 'Photo' })
    await dialog.getByLabel(/^Alternative text/).fill('Ships at a quay')
    await checkAccessibility(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(/^Alternative text of the cover/)).toHaveValue('Ships at a quay')
    await expect(preview.getByRole('img', { name: 'Ships at a quay' })).toBeVisible()
  })

  await test.step('the address', async () => {
    await page.getByRole('button', { name: 'Change address' }).press('Enter')
    await page.keyboard.type('Berths')
    await page.keyboard.press('Enter')
    await expect(page.getByText('/projects/berths', { exact: true })).toBeVisible()
    await expect(page.getByText('✓ Draft saved')).toBeVisible()
    await expect(preview.getByRole('img', { name: 'Ships at a quay' })).toBeVisible()
    await expect(page.getByText('1 draft', { exact: true })).toBeVisible()
    await checkAccessibility(page)
  })
})
