import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { galleriesOf, type ShownGallery } from '#model/galleries'
import { renderPage } from '../pages'
import recorded from '../testing/golden/shown-galleries.json'
import { sampleContent } from '../testing/sample-content'
import './public'

const [recordedGallery] = recorded.body as ShownGallery[]
if (!recordedGallery?.images[0]) throw new Error('The recorded answer has no photo.')
const [image] = recordedGallery.images
const titles = ['Crane', 'Quay', 'Tug']
const images = titles.map((title, index) => ({
  ...image,
  id: index + 41,
  title,
  caption: title,
  alt_text: `${title} at dawn`,
}))
const galleries = galleriesOf([{ ...recordedGallery, slug: 'harbour', name: 'Harbour', images }])

function openGallery(hash = '') {
  history.replaceState(null, '', `/gallery/harbour${hash}`)
  document.body.innerHTML = renderPage(
    '/gallery/harbour',
    { ...sampleContent, galleries },
    { banner: null, cv: null },
  )
  return userEvent.setup()
}

const thumbnail = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title} at dawn`) })
const dialog = () => screen.findByRole('dialog', { name: 'Harbour' })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  document.body.innerHTML = ''
})

test('a press shows the photo large, and keys step through the gallery', async () => {
  const user = openGallery()
  await user.click(thumbnail('Quay'))
  const box = within(await dialog())
  expect(box.getByRole('status').textContent).toBe('Harbour, 2 of 3')
  expect(location.hash).toBe('#photo-42')
  const photo = box.getByRole<HTMLImageElement>('img', { name: 'Quay at dawn' })
  expect(new URL(photo.src).pathname).toBe(image.srcset.at(-1)?.url)
  expect(document.activeElement).toBe(button('Next photo'))
  await user.keyboard('{ArrowRight}')
  expect([box.getByRole('status').textContent, location.hash]).toEqual(['Harbour, 3 of 3', '#photo-43'])
  expect(button('Next photo').ariaDisabled).toBe('true')
  await user.click(button('Next photo'))
  expect(box.getByRole('status').textContent).toBe('Harbour, 3 of 3')
  await user.keyboard('{Home}')
  expect(box.getByText('Crane')).toBeTruthy()
  expect(button('Previous photo').ariaDisabled).toBe('true')
  await user.keyboard('{End}')
  await user.click(button('Close'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(thumbnail('Tug')))
  await waitFor(() => expect(location.hash).toBe(''))
})

test('a swipe steps on, a movement up or down does not', async () => {
  const user = openGallery()
  await user.click(thumbnail('Crane'))
  const box = within(await dialog())
  const stage = box.getByRole('img', { name: 'Crane at dawn' }).parentElement ?? document.body
  const move = (x: number, y: number) => {
    fireEvent.touchStart(stage, { touches: [{ clientX: 200, clientY: 200 }] })
    fireEvent.touchEnd(stage, { changedTouches: [{ clientX: 200 + x, clientY: 200 + y }] })
  }
  move(-50, 90)
  expect(box.getByRole('status').textContent).toBe('Harbour, 1 of 3')
  move(-90, 50)
  expect(box.getByRole('status').textContent).toBe('Harbour, 2 of 3')
  move(90, 0)
  expect(box.getByRole('status').textContent).toBe('Harbour, 1 of 3')
})

test('in a right-to-left page the next photo is on the left', async () => {
  document.dir = 'rtl'
  onTestFinished(() => void (document.dir = ''))
  const user = openGallery()
  await user.click(thumbnail('Crane'))
  const box = within(await dialog())
  await user.keyboard('{ArrowLeft}')
  expect(box.getByRole('status').textContent).toBe('Harbour, 2 of 3')
  const stage = box.getByRole('img', { name: 'Quay at dawn' }).parentElement ?? document.body
  fireEvent.touchStart(stage, { touches: [{ clientX: 200, clientY: 200 }] })
  fireEvent.touchEnd(stage, { changedTouches: [{ clientX: 290, clientY: 200 }] })
  expect(box.getByRole('status').textContent).toBe('Harbour, 3 of 3')
  await user.keyboard('{ArrowRight}')
  expect(box.getByRole('status').textContent).toBe('Harbour, 2 of 3')
})

test('a failed photo is reported, and can be tried again', async () => {
  const user = openGallery()
  await user.click(thumbnail('Crane'))
  const box = within(await dialog())
  fireEvent.error(box.getByRole('img', { name: 'Crane at dawn' }))
  expect(box.getByRole('alert').textContent).toBe('This photo couldn’t be loaded. Retry')
  await user.click(button('Retry'))
  expect(box.queryByRole('alert')).toBeNull()
})

test('a shared address of a photo that is on another page by now leads there', async () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ ...image, id: index + 1 }))
  const large = galleriesOf([{ ...recordedGallery, slug: 'large', name: 'Large', images: many }])
  const page = (path: string) =>
    renderPage(path, { ...sampleContent, galleries: large }, { banner: null, cv: null })
  const fetched: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address)
    fetched.push(pathname)
    return Promise.resolve(new Response(page(pathname)))
  })
  const replace = vi.fn()
  vi.stubGlobal('location', { hash: '#photo-121', replace })
  document.body.innerHTML = page('/gallery/large/2')
  await waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(new URL(String(replace.mock.calls[0]?.[0])).pathname).toBe('/gallery/large/3')
  expect(String(replace.mock.calls[0]?.[0])).toContain('#photo-121')
  expect(fetched).toEqual(['/gallery/large', '/gallery/large/3'])
})

test('a copied address is announced', async () => {
  const user = openGallery()
  await user.click(thumbnail('Quay'))
  await dialog()
  await user.click(button('Copy link'))
  const announced = () =>
    [...document.querySelectorAll('dialog p[aria-live]')].map((element) => element.textContent)
  await waitFor(() => expect(announced()).toEqual(['Copied']))
  expect(await navigator.clipboard.readText()).toContain('/gallery/harbour#photo-42')
})
