import { createEvent, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ImageRecord } from '../api/types'
import upload from '../testing/golden/upload.json'
import { api, json, replayApi } from '../testing/replay-api'
import { openPage } from '../testing/open-document'

const anImage = (image: Partial<ImageRecord>): ImageRecord => ({ ...upload.body, description: '', ...image })

const route = 'GET /api/photos/images/'
const images = ['Quay', 'Crane', 'Forklift'].map((title, index) =>
  anImage({
    id: index + 1,
    title: `Harbour - ${title}.jpg`,
    alt_text: title,
    image_url: `/media/${title}.jpg`,
    srcset: [
      { url: `/media/${title}-320.jpg`, width: 320, height: 240 },
      { url: `/media/${title}-640.jpg`, width: 640, height: 480 },
    ],
  }),
)

beforeEach(() => replayApi('anonymous'))

function openBanner(photos = images) {
  api.once(route, 200, photos)
  openPage('/')
}

/** The name begins with the action and contains the visible text. */
const button = (title: string) =>
  screen.findByRole('button', { name: new RegExp(`^Show next picture, ${title}, AS, \\d of \\d$`) })
const stepButton = () => screen.getByRole('button', { name: /^Show next picture/ })
const queryStepButton = () => screen.queryByRole('button', { name: /^Show next picture/ })
const shown = () => document.querySelector('[data-position=current]')?.getAttribute('src')

/** jsdom knows no pointers: the test sets the event's kind of device. */
function enter(element: HTMLElement, pointerType: 'mouse' | 'touch' | 'pen') {
  const event = createEvent.pointerEnter(element)
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(element, event)
}

test('asks for the gallery page-logos as anybody may', async () => {
  openBanner()
  await button('Quay')
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/api/photos/images/?gallery_slug=page-logos&limit=12&offset=0',
  ])
  expect(api.requests[0]?.headers.get('Authorization')).toBeNull()
})

test('names photos in the language of the page', async () => {
  document.documentElement.lang = 'nl'
  onTestFinished(() => {
    document.documentElement.lang = 'en'
  })
  openBanner(images.map((image) => ({ ...image, ...(image.id === 1 && { alt_texts: { nl: 'Kade' } }) })))
  fireEvent.click(await button('Kade'))
  await button('Crane')
})

test('answers presses that came before the photos', async () => {
  openBanner()
  fireEvent.click(stepButton())
  fireEvent.click(stepButton())
  await button('Forklift')
})

test('steps on when a mouse comes in, and not when a finger or a pen does', async () => {
  openBanner()
  const element = await button('Quay')
  enter(element, 'touch')
  enter(element, 'pen')
  expect(shown()).toBe('/media/Quay.jpg')
  enter(element, 'mouse')
  expect(shown()).toBe('/media/Crane.jpg')
})

test('fetches no photo that is neither shown nor next', async () => {
  openBanner([...images, anImage({ id: 4, image_url: '/media/last.jpg' })])
  const element = await button('Quay')
  expect(document.querySelectorAll('img')).toHaveLength(2)
  const next = document.querySelector('[data-position=next]')
  expect(next?.getAttribute('srcset')).toBe('/media/Crane-320.jpg 320w, /media/Crane-640.jpg 640w')
  expect(next?.getAttribute('sizes')).not.toBeNull()
  fireEvent.click(element)
  const places = [...document.querySelectorAll('img')].map((img) => [img.dataset['position'], img.src])
  expect(Object.fromEntries(places)).toMatchObject({
    previous: expect.stringContaining('Quay') as string,
    current: expect.stringContaining('Crane') as string,
    next: expect.stringContaining('Forklift') as string,
  })
})

test('reads a large gallery in parts', async () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    anImage({ id: index, image_url: `/media/${index}.jpg` }),
  )
  const total = { 'X-Total-Count': '14' }
  api.once(route, 200, many.slice(0, 12), total)
  openPage('/')
  await screen.findByRole('button', { name: /1 of 14$/ })
  for (let step = 0; step < 10; step++) fireEvent.click(stepButton())
  expect(api.requests).toHaveLength(1)
  api.once(route, 200, many.slice(12), total)
  fireEvent.click(stepButton())
  expect(shown()).toBe('/media/11.jpg')
  await vi.waitFor(() => expect(document.querySelector('[data-position=next]')).not.toBeNull())
  fireEvent.click(stepButton())
  fireEvent.click(stepButton())
  expect(shown()).toBe('/media/13.jpg')
  fireEvent.click(stepButton())
  expect(shown()).toBe('/media/0.jpg')
  expect(api.requests.map(({ path }) => path.split('&')[2])).toEqual(['offset=0', 'offset=12'])
})

test('goes to and fro in a gallery of two, and shows a single photo without a button', async () => {
  openBanner(images.slice(0, 2))
  fireEvent.click(await button('Quay'))
  fireEvent.click(await button('Crane'))
  expect(shown()).toBe('/media/Quay.jpg')
  openBanner(images.slice(0, 1))
  expect((await screen.findByRole('img', { name: 'Quay' })).getAttribute('src')).toBe('/media/Quay.jpg')
  expect(queryStepButton()).toBeNull()
})

test('fades a photo in when it has arrived, over the initials', async () => {
  openBanner()
  await button('Quay')
  const photo = document.querySelector('[data-position=current]')
  expect(photo?.hasAttribute('data-loaded')).toBe(false)
  if (photo) fireEvent.load(photo)
  expect(photo?.hasAttribute('data-loaded')).toBe(true)
  expect(screen.getByText('AS')).toBeTruthy()
})

test('keeps what matters of a photo in sight', async () => {
  openBanner([anImage({ alt_text: 'Quay', focal_point: { x: 20, y: 0 } }), anImage({ id: 2 })])
  await button('Quay')
  const positions = [...document.querySelectorAll('img')].map(({ style }) => style.objectPosition)
  expect(positions.sort()).toEqual(['', '20% 0%'])
})

test('shows a photo that was never made smaller', async () => {
  const { id, title, description, image_url } = anImage({ image_url: '/media/Quay.jpg' })
  api.once(route, 200, [{ id, title, description, image_url }])
  openPage('/')
  await expect.poll(shown).toBe('/media/Quay.jpg')
})

test.each([
  ['no text', { title: 'AS - IMG_4302.jpg' }],
  ['a decorative photo', { alt_text: 'A crane', decorative: true }],
  ['a photo of the initials', { alt_text: 'AS' }],
])('with %s the name has neither a file name nor the initials twice', async (_, image) => {
  openBanner([anImage(image), anImage({})])
  expect(await screen.findByRole('button', { name: 'Show next picture, AS, 1 of 2' })).toBeTruthy()
})

test.each([
  ['the server fails', () => json(500, { detail: 'Server error.' })],
  ['the connection fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['something else answers', () => new Response('<!doctype html>')],
  ['the answer is not a list', () => json(200, { results: [] })],
  ['a photo has no address', () => json(200, [images[0], { ...images[1], image_url: undefined }])],
  ['a photo has no title', () => json(200, [{ ...images[0], title: undefined }])],
  ['a photo is empty', () => json(200, [{}])],
])('says so and keeps the initials when %s', async (_, answer) => {
  api.respondOnce(route, answer)
  openPage('/')
  expect(await screen.findByText('Failed to load banner images.')).toBeTruthy()
  expect(screen.getByText('AS')).toBeTruthy()
  expect(queryStepButton()).toBeNull()
})

const built = { avif: '/assets/a.avif 432w,/assets/b.avif 640w', src: '/assets/c.webp', alt: 'Quay' }
const picture = () => document.querySelector('picture')

test('the page has the photo of the build, and nothing is fetched without a sign of a visitor', async () => {
  openPage('/', { banner: built })
  const img = screen.getByRole('img', { name: 'Quay' })
  expect(img.getAttribute('src')).toBe('/assets/c.webp')
  expect([img.getAttribute('width'), img.getAttribute('height')]).toEqual(['432', '432'])
  const source = picture()?.querySelector('source')
  expect(source?.getAttribute('srcset')).toBe('/assets/a.avif 432w,/assets/b.avif 640w')
  expect(source?.getAttribute('sizes')).not.toBeNull()
  expect(api.requests).toEqual([])
  api.once(route, 200, images)
  fireEvent.pointerMove(document.body)
  await button('Quay')
  expect(picture()).not.toBeNull()
})

test('a button for a single photo is there as long as it has the focus', async () => {
  api.once(route, 200, images.slice(0, 1))
  openPage('/', { banner: built })
  stepButton().focus()
  await expect.poll(() => api.requests.length).toBe(1)
  // The answer is read, and the styles are there.
  await vi.dynamicImportSettled()
  expect(document.activeElement).toBe(stepButton())
  fireEvent.click(stepButton())
  stepButton().blur()
  await expect.poll(shown).toBe('/media/Quay.jpg')
  expect(queryStepButton()).toBeNull()
})

test('the photo of the build goes when the server has none any more', async () => {
  api.once(route, 200, [])
  openPage('/', { banner: built })
  fireEvent.click(stepButton())
  fireEvent.keyDown(document.body)
  await expect.poll(picture).toBeNull()
  expect(screen.getByText('AS')).toBeTruthy()
})

test('the photo of the build gives way to the initials when the server cannot be asked, which the page says', async () => {
  api.once(route, 500, {})
  openPage('/', { banner: built })
  fireEvent.keyDown(document.body)
  expect(await screen.findByText('Failed to load banner images.')).toBeTruthy()
  expect(picture()).toBeNull()
})
