import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { anImage } from '../../testing/fake-photos'
import { FakeServer, json } from '../../testing/fake-server'
import { Banner } from './banner'

vi.mock('virtual:build-data/banner', () => ({
  default: { srcSet: '/assets/a.avif 432w,/assets/b.avif 640w', src: '/assets/c.webp', alt: 'Quay' },
}))

const route = 'GET /api/photos/images/'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const picture = () => document.querySelector('picture')

test('the picture that the build knows stands in the page, with its measures and its words', () => {
  render(<div dangerouslySetInnerHTML={{ __html: renderToString(<Banner />) }} />)
  const img = screen.getByRole('img', { name: 'Quay' })
  expect(img.getAttribute('src')).toBe('/assets/c.webp')
  expect([img.getAttribute('width'), img.getAttribute('height')]).toEqual(['432', '432'])
  const source = picture()?.querySelector('source')
  expect(source?.getAttribute('srcset')).toBe('/assets/a.avif 432w,/assets/b.avif 640w')
  expect(source?.getAttribute('sizes')).not.toBeNull()
})

test('it waits below the pictures that the server has now', async () => {
  server.next(route, () => json(200, [anImage({ title: 'Crane' })]))
  render(<Banner />)
  const button = await screen.findByRole('button', { name: 'Show next picture, Crane, AS, 1 of 1' })
  expect(button.querySelector('img')?.getAttribute('data-position')).toBe('current')
  expect(picture()).not.toBeNull()
})

test('it goes when the server has no picture any more', async () => {
  server.next(route, () => json(200, []))
  render(<Banner />)
  await expect.poll(picture).toBeNull()
  expect(screen.getByText('AS')).toBeTruthy()
})

test('it gives way to the initials when the server cannot be asked, which the page says', async () => {
  server.next(route, () => json(500, {}))
  render(<Banner />)
  expect(await screen.findByText('Failed to load banner images.')).toBeTruthy()
  expect(picture()).toBeNull()
  expect(screen.getByText('AS')).toBeTruthy()
})
