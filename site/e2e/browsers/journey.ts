import { writeFile } from 'node:fs/promises'
import { content, publicPages } from '../fixtures/content.ts'
import { createPerson } from '../fixtures/people.ts'
import { looksLike, makePhoto, type Photo } from '../fixtures/photo.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { importTexts } from '../fixtures/texts.ts'
import type { Driver, Query } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

const test = base.extend<{ driver: Driver }>({
  driver: async ({ browserName, errors }, use) => {
    const driver = await (browserName === 'firefox' ? startFirefox() : startWebKit())
    await use(driver)
    await driver.close()
    errors.addLog(driver.console.join('\n'))
  },
})

const main: Query = { role: 'main' }
const pages: Query = { role: 'navigation', name: 'Main' }
const topBar: Query = { role: 'banner' }
const heading = (name: string): Query => ({ role: 'heading', name, within: main })
const button = (name: string, within: Query = main): Query => ({ role: 'button', name, within })
const link = (name: string, within: Query): Query => ({ role: 'link', name, within })
const row = (title: string): Query => button(`Edit ${title}`)

const aboutHeading = publicPages.find(({ path }) => path === '/about')?.heading ?? ''
const colours = { light: 'rgb(246, 247, 249)', dark: 'rgb(12, 17, 27)' }
const background = () => getComputedStyle(document.documentElement).backgroundColor
const h1 = () => document.querySelector('h1')?.textContent
const overflowsHorizontally = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth
const thumbnails = () =>
  Array.from(document.querySelectorAll<HTMLImageElement>('main table img'), (image) => image.naturalWidth > 0)
const previewedEntry = () => {
  const preview = document.querySelector('iframe')?.contentDocument
  const entry = Array.from(preview?.querySelectorAll('h3') ?? []).find(({ textContent }) =>
    textContent.startsWith('Strategy Associate'),
  )
  if (!preview?.defaultView || !entry) return 'none'
  const place = entry.getBoundingClientRect().top / preview.defaultView.innerHeight
  return place > 0.1 && place < 0.5 ? 'in sight' : `at ${place}`
}

test('the main journey', async ({ driver, site }, info) => {
  console.log(driver.engine)
  const staff = await createPerson(site, { staff: true })
  const photos = await Promise.all([
    makePhoto('quay.jpg', [196, 62, 48], { width: 640, height: 480 }),
    makePhoto('lighthouse.jpg', [58, 152, 84], { width: 640, height: 480 }),
    makePhoto('ferry.jpg', [64, 92, 204], { width: 640, height: 480 }),
  ])
  const files = photos.map(({ name }) => info.outputPath(name))
  await Promise.all(photos.map(({ buffer }, index) => writeFile(files[index] ?? '', buffer)))
  const visitor = new Visitor(driver, site.url, info.outputPath())

  await driver.resize(1440, 900)
  for (const { path, heading: title, status } of publicPages) {
    await visitor.does(
      `read ${path}`,
      async () => {
        await visitor.opens(path)
        await visitor.sees(heading(title))
        await visitor.findsThat(overflowsHorizontally, false)
      },
      status === 404 ? '404' : undefined,
    )
  }

  await visitor.does('walk with the bar and the menu of a phone', async () => {
    await visitor.opens('/')
    await visitor.sees({ text: content.initials, within: main })
    await visitor.clicks(link('About', pages))
    await visitor.sees(heading(aboutHeading))
    await driver.resize(390, 844)
    await visitor.findsThat(overflowsHorizontally, false)
    await visitor.clicks(button('Open menu', topBar))
    const menu: Query = { role: 'dialog', name: 'Menu' }
    await visitor.clicks(link('CV', menu))
    await visitor.sees(heading(content.name))
    await visitor.seesNo(menu)
    await visitor.findsThat(overflowsHorizontally, false)
    await driver.resize(1440, 900)
  })

  await visitor.does('choose a theme that persists', async () => {
    await visitor.findsThat(background, colours.light)
    await visitor.clicks(button('Use dark theme', topBar))
    await visitor.findsThat(background, colours.dark)
    await visitor.opens('/')
    await visitor.findsThat(background, colours.dark)
    await visitor.clicks(button('Use light theme', topBar))
    await visitor.findsThat(background, colours.light)
  })

  await visitor.does(
    'sign in, wrongly first',
    async () => {
      await visitor.opens('/dashboard')
      await visitor.findsThat(() => location.pathname, '/signin')
      await visitor.types({ label: 'E-mail' }, staff.email)
      await visitor.types({ label: 'Password' }, 'not the password')
      await driver.press('Enter')
      await visitor.sees({ role: 'alert' })
      await visitor.types({ label: 'Password' }, staff.password)
      await visitor.clicks(button('Sign in'))
      await visitor.sees(heading(`Welcome back, ${staff.firstName}`))
    },
    '401',
  )

  await visitor.does('make the gallery of the front page', async () => {
    await visitor.clicks(link('Photos', { role: 'navigation', name: 'Manage' }))
    await visitor.sees({ text: 'No galleries created yet.' })
    await visitor.sees({ text: 'No images uploaded yet.' })
    const form: Query = { role: 'region', name: 'Create Gallery' }
    await visitor.types({ label: 'Name', within: form }, 'page logos')
    await visitor.clicks(button('Create Gallery', form))
    await visitor.sees({ text: 'Gallery created successfully!' })
    await visitor.seesNo({ text: 'No galleries created yet.' })
  })

  await visitor.does('upload three photos', async () => {
    const form: Query = { role: 'dialog', name: 'Upload photos' }
    await visitor.clicks(button('Upload photos'))
    await (await visitor.sees({ css: 'input[type=file]', within: form })).upload(files)
    await visitor.types({ label: 'Base title', within: form }, 'Harbour')
    await (await visitor.sees({ label: 'Gallery (optional)', within: form })).select('page logos')
    await visitor.clicks(button('Upload Image(s)', form))
    await visitor.sees({ text: 'Successfully uploaded 3 image(s)!' })
    for (const { name } of photos) await visitor.sees(row(`Harbour - ${name}`))
    await visitor.sees(heading('Uploaded Images'))
    await driver.evaluate(() => document.querySelector('main table')?.scrollIntoView())
    await visitor.findsThat(thumbnails, [true, true, true])
  })

  await visitor.does('change one in the dialog', async () => {
    await visitor.clicks(button('Edit Harbour - ferry.jpg'))
    const dialog: Query = { role: 'dialog', name: 'Edit photo' }
    await visitor.sees(dialog)
    await driver.press('Escape')
    await visitor.seesNo(dialog)
    await visitor.clicks(button('Edit Harbour - ferry.jpg'))
    await visitor.types({ label: 'Title', within: dialog }, 'The ferry')
    await visitor.clicks(button('Save Changes', dialog))
    await visitor.sees({ text: 'Image updated successfully!' })
    await visitor.seesNo(dialog)
    await visitor.sees(row('The ferry'))
  })

  await visitor.does('look at the other staff screens', async () => {
    for (const [path, title] of [
      ['/documents', 'Documents'],
      ['/admin/documents', 'Documents'],
      ['/galleries', 'Galleries'],
      ['/admin/photos', 'Photos'],
      ['/profile', 'Noor Maas'],
    ] as const) {
      await visitor.opens(path)
      await visitor.sees({ css: 'h1', within: main })
      await visitor.findsThat(h1, title)
    }
  })

  await visitor.does('see the preview of a text', async () => {
    await importTexts(site)
    await visitor.opens('/content?file=cv%2Fexperience%2Fbrandt-and-soares.md')
    await visitor.findsThat(previewedEntry, 'in sight')
  })

  await visitor.does('turn the banner', async () => {
    const count = (number: number): Query => ({ text: `${number} of 3`, within: main })
    await visitor.clicks(link('Home', pages))
    await visitor.sees(count(1))
    await expectPhoto(driver, photos[0])
    // The pointer's arrival and each click are steps.
    await visitor.clicks(count(1))
    await visitor.sees(count(3))
    await expectPhoto(driver, photos[2])
    await visitor.clicks(count(3))
    await visitor.sees(count(1))
    await expectPhoto(driver, photos[0])
  })

  await visitor.does('sign out', async () => {
    await visitor.clicks(button(staff.firstName, topBar))
    await visitor.clicks({ role: 'button', name: 'Sign Out' })
    await visitor.sees(link('Login', topBar))
    await visitor.findsThat(() => Object.keys(localStorage).filter((key) => key !== 'theme'), [])
    await visitor.opens('/photos')
    await visitor.findsThat(() => location.pathname, '/signin')
  })
})

/** Waits until the banner shows `photo`. */
async function expectPhoto(driver: Driver, photo: Photo): Promise<void> {
  const current: Query = { css: 'img[data-position=current]', within: main }
  await expect
    .poll(async () => {
      const shown = await driver.find(current)
      return shown !== null && (await looksLike(await shown.screenshot(), photo))
    }, `the banner shows ${photo.name}`)
    .toBe(true)
}
