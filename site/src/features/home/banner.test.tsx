import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { Banner } from './banner'

const route = 'GET /api/photos/images/'
const images = ['Quay', 'Crane', 'Forklift'].map((title, index) =>
  anImage({
    id: index + 1,
    title,
    image_url: `/media/${title}.jpg`,
    srcset: [
      { url: `/media/${title}-320.jpg`, width: 320, height: 240 },
      { url: `/media/${title}-640.jpg`, width: 640, height: 480 },
    ],
  }),
)

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

function renderBanner(pictures = images) {
  server.next(route, () => json(200, pictures))
  return render(<Banner />)
}

/** Its name begins with what it does, and contains the words that it shows. */
const button = (title: string) =>
  screen.findByRole('button', { name: new RegExp(`^Show next picture, ${title}, AS, \\d of \\d$`) })
const shown = () => document.querySelector('[data-position=current]')?.getAttribute('src')

/** jsdom knows no pointers: the kind of device is put on the event by hand. */
function enter(element: HTMLElement, pointerType: 'mouse' | 'touch' | 'pen') {
  // React hears of entering through the event that bubbles.
  const event = createEvent.pointerOver(element)
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(element, event)
}

test('asks for the gallery page-logos as anybody may', async () => {
  renderBanner()
  await button('Quay')
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/photos/images/?gallery_slug=page-logos',
  ])
  expect(server.requests[0]?.headers.get('Authorization')).toBeNull()
})

test('shows the initials, and a button that is named by them, until the pictures have come', async () => {
  const arrive = server.delay(route)
  render(<Banner />)
  expect(screen.getByText('AS')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show next picture, AS' })).toBeTruthy()
  arrive()
  // The server keeps no picture of that gallery.
  await expect.poll(() => screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('AS')).toBeTruthy()
  expect(screen.queryByText('Failed to load banner images.')).toBeNull()
})

test('starts at the first picture and steps on at each click, round the end', async () => {
  renderBanner()
  const user = userEvent.setup({ pointerMap: [{ name: 'TouchA', pointerType: 'touch' }] })
  await button('Quay')
  expect(shown()).toBe('/media/Quay.jpg')
  expect(screen.getByText('1 of 3')).toBeTruthy()
  for (const [title, count] of [
    ['Crane', '2 of 3'],
    ['Forklift', '3 of 3'],
    ['Quay', '1 of 3'],
  ] as const) {
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button') })
    await button(title)
    expect(shown()).toBe(`/media/${title}.jpg`)
    expect(screen.getByText(count)).toBeTruthy()
  }
})

test('answers presses that came before the pictures, once', async () => {
  const empty = render(<Banner />)
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(() => server.requests.length).toBe(1)
  empty.unmount()
  const { unmount } = renderBanner()
  fireEvent.click(screen.getByRole('button'))
  fireEvent.click(screen.getByRole('button'))
  await button('Forklift')
  unmount()
  renderBanner()
  await button('Quay')
})

test('steps on when a mouse comes in, and not when a finger or a pen does', async () => {
  renderBanner()
  const element = await button('Quay')
  enter(element, 'touch')
  enter(element, 'pen')
  expect(shown()).toBe('/media/Quay.jpg')
  enter(element, 'mouse')
  expect(shown()).toBe('/media/Crane.jpg')
})

test('steps twice when a mouse comes in and presses at once', async () => {
  renderBanner()
  const element = await button('Quay')
  act(() => {
    enter(element, 'mouse')
    fireEvent.click(element)
  })
  expect(shown()).toBe('/media/Forklift.jpg')
})

test('can be worked by the keyboard', async () => {
  renderBanner()
  await button('Quay')
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await button('Crane')
  await user.keyboard(' ')
  await button('Forklift')
})

test('fetches the next picture before it is asked for, in the widths that fit', async () => {
  renderBanner()
  await button('Quay')
  const next = document.querySelector('[data-position=next]')
  expect(next?.getAttribute('src')).toBe('/media/Crane.jpg')
  expect(next?.getAttribute('srcset')).toBe('/media/Crane-320.jpg 320w, /media/Crane-640.jpg 640w')
  expect(next?.getAttribute('sizes')).not.toBeNull()
})

test('fetches no picture that is neither shown nor next', async () => {
  renderBanner([...images, anImage({ id: 4, image_url: '/media/last.jpg' })])
  const element = await button('Quay')
  expect(document.querySelectorAll('img')).toHaveLength(2)
  fireEvent.click(element)
  const places = [...document.querySelectorAll('img')].map((img) => [img.dataset['position'], img.src])
  expect(Object.fromEntries(places)).toMatchObject({
    previous: expect.stringContaining('Quay') as string,
    current: expect.stringContaining('Crane') as string,
    next: expect.stringContaining('Forklift') as string,
  })
})

test('goes to and fro in a gallery of two, and stays with a single picture', async () => {
  const { unmount } = renderBanner(images.slice(0, 2))
  fireEvent.click(await button('Quay'))
  fireEvent.click(await button('Crane'))
  expect(shown()).toBe('/media/Quay.jpg')
  unmount()
  renderBanner(images.slice(0, 1))
  fireEvent.click(await button('Quay'))
  expect(shown()).toBe('/media/Quay.jpg')
  expect(screen.getByText('1 of 1')).toBeTruthy()
})

test('fades a picture in when it has arrived, over the initials', async () => {
  renderBanner()
  await button('Quay')
  const picture = document.querySelector('[data-position=current]')
  expect(picture?.hasAttribute('data-loaded')).toBe(false)
  if (picture) fireEvent.load(picture)
  expect(picture?.hasAttribute('data-loaded')).toBe(true)
  expect(screen.getByText('AS')).toBeTruthy()
})

test('keeps what matters of a picture in sight', async () => {
  renderBanner([anImage({ title: 'Quay', focal_point: { x: 20, y: 0 } }), anImage({ id: 2 })])
  await button('Quay')
  const positions = [...document.querySelectorAll('img')].map(({ style }) => style.objectPosition)
  expect(positions.sort()).toEqual(['', '20% 0%'])
})

test('names a picture without a title', async () => {
  renderBanner([anImage({ title: '' })])
  expect(await screen.findByRole('button', { name: 'Show next picture, AS, 1 of 1' })).toBeTruthy()
})

test.each([
  ['the server fails', () => json(500, { detail: 'Server error.' })],
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['something else answers', () => new Response('<!doctype html>')],
])('says so and keeps the initials when %s', async (_, answer) => {
  server.next(route, answer)
  render(<Banner />)
  expect(await screen.findByText('Failed to load banner images.')).toBeTruthy()
  expect(screen.getByText('AS')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
