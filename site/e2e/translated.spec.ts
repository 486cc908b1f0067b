import type { Page } from '@playwright/test'
import { open, ready } from './fixtures/page.ts'
import { sendSignIn, signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

/* Translating browsers replace each text node by elements, from then on. The fixture `errors` fails the test where React fails. */

async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replaceTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const parent = text.parentElement
        if (!parent || text.data.trim() === '' || parent.closest('font, script, style, textarea, option'))
          continue
        const wrapper = document.createElement('template')
        wrapper.innerHTML = '<font><font></font></font>'
        wrapper.content.querySelector('font font')?.append(text.data)
        text.replaceWith(wrapper.content)
      }
    }
    replaceTexts()
    new MutationObserver(replaceTexts).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await translate(page)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('translated public pages and account screens keep working @all', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 401')
  await open(page, '/')
  await translate(page)
  const pages = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of Object.entries({
    CV: '/cv',
    'On the Web': '/on-the-web',
    About: '/about',
    Home: '/',
  })) {
    await pages.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await ready(page)
    await translate(page)
    await button(page, 'Use dark theme').click()
    await button(page, 'Use light theme').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await translate(page)
  await sendSignIn(page, { email: 'noor@example.test', password: 'something' })
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot' })).toBeVisible()
  await openTranslated(page, '/register')
  await button(page, 'Register').click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
})

test('translated screens of staff keep working @all', async ({ page, staff, site }) => {
  await importTexts(site)
  await addPhoto(page, await signIn(page, staff), 'page logos', 'Harbour')
  await test.step('photos', async () => {
    await openTranslated(page, '/photos')
    await page.getByLabel('Name', { exact: true }).fill('Talks')
    await button(page, 'Create Gallery').click()
    await expect(page.getByText('Gallery created successfully!')).toBeVisible()
    await expect(button(page, 'Create Gallery')).toBeVisible()
    await page.getByLabel('Select Harbour').check()
    await button(page, 'Change selected').click()
    await page.getByLabel('New title (optional)').fill('Ferry')
    await button(page, 'Save Changes').click()
    await expect(page.getByText('Changed 1 photo.')).toBeVisible()
    await button(page, 'Edit Ferry').click()
    await page.getByLabel('Title', { exact: true }).fill('Crane')
    await page.keyboard.press('Escape')
    await button(page, 'Keep editing').click()
    await button(page, 'Save Changes').click()
    await expect(page.getByText('Image updated successfully!')).toBeVisible()
    await button(page, 'Clear the selection').click()
    await page.getByLabel('Search').fill('nothing')
    await expect(page.getByText('No images match.')).toBeVisible()
    await page.getByLabel('Search').fill('')
    await expect(page).toHaveURL('/photos')

    for (const [name, heading] of Object.entries({
      Galleries: 'Galleries',
      Trash: 'Trash',
      Dashboard: /^Welcome back/,
    })) {
      await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    await openTranslated(page, '/galleries')
    await button(page, 'Edit Talks').click()
    await page.getByRole('form', { name: 'Edit Talks' }).getByLabel('Name').fill('Speeches')
    await page.keyboard.press('Enter')
    await expect(button(page, 'Delete Speeches')).toBeVisible()
    await button(page, 'Delete Speeches').click()
    await button(page, 'Delete gallery').click()
    await expect(button(page, 'Delete Speeches')).toHaveCount(0)

    await openTranslated(page, '/photos?alt=missing')
    await button(page, 'Edit Crane').click()
    await page.getByLabel('Alternative text (optional)').fill('A crane')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No images match.')).toBeVisible()
  })

  await test.step('content', async () => {
    await openTranslated(page, '/content')
    await page.getByRole('button', { name: /^Languages/ }).click()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: /^More for / }).click()
    await page.getByRole('menuitem', { name: 'Change order' }).click()
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().focus()
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await button(page, 'Save order').click()
    await expect(page.getByText('Order changed.')).toBeVisible()
    await button(page, 'History').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await button(page, 'Save for the next build').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  await test.step('documents and profile', async () => {
    await openTranslated(page, '/documents')
    await page.getByLabel('Category name').fill('Talks')
    await button(page, 'Create category').click()
    await expect(page.getByText('Category created successfully!')).toBeVisible()
    await expect(button(page, 'Create category')).toBeVisible()
    await button(page, 'Edit category Talks').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Speeches')
    await button(page, 'Save').click()
    await expect(button(page, 'Edit category Speeches')).toBeVisible()

    await openTranslated(page, '/profile')
    await page.getByLabel('First name').fill('Nell')
    await button(page, 'Save name').click()
    await expect(page.getByText('Your name has been saved.')).toBeVisible()
    await button(page, 'Nell').click()
    await page.getByRole('list', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click()
    await openTranslated(page, '/trash')
  })
})
