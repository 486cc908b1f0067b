import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anImage } from '../../../testing/fake-photos'
import { FakeServer, json } from '../../../testing/fake-server'
import { openSite, signedIn } from '../../../testing/render-app'

let server: FakeServer
const route = (id: number) => `PATCH /api/photos/images/${id}/`

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
  server.photos.images = [
    anImage({ id: 4, title: 'Quay', alt_text: '' }),
    anImage({ id: 3, title: 'Ferry', alt_text: 'A ferry' }),
    anImage({ id: 2, title: 'Wave', alt_text: '', decorative: true }),
    anImage({ id: 1, title: 'Crane', alt_text: '' }),
  ]
})

async function openAltTexts() {
  const user = openSite('/photos/alt-texts')
  await screen.findByLabelText('Alternative text of Quay')
  return user
}

const field = (title: string) => screen.getByLabelText<HTMLInputElement>(`Alternative text of ${title}`)
const summary = () => document.querySelector('h1 + p')?.textContent
const fields = () => [...document.querySelectorAll('input[name=alt_text]')]
const rowOf = (title: string) => within(field(title).closest('li') as HTMLElement)
const status = (title: string) => rowOf(title).getByRole('status').textContent
const sent = () =>
  server.requests.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body])

test('Enter saves a text and goes to the next picture, which lacks one too, and to the end', async () => {
  const user = await openAltTexts()
  expect(fields()).toEqual([field('Quay'), field('Crane')])
  expect(summary()).toBe('2 photos without one')
  await user.type(field('Quay'), ' A quay at noon {Enter}')
  expect(document.activeElement).toBe(field('Crane'))
  await waitFor(() => expect(status('Quay')).toBe('Saved: Quay'))
  expect(sent()).toEqual([['/api/photos/images/4/', { alt_text: 'A quay at noon' }]])
  await waitFor(() => expect(summary()).toBe('1 photo without one'))
  await user.keyboard('A crane{Enter}')
  expect(document.activeElement).toBe(await screen.findByText(/^Every picture has an alternative text/))
  expect(sent()).toHaveLength(2)
  expect(field('Quay').value).toBe(' A quay at noon ')
})

test('an empty field is skipped, and one that is left is saved', async () => {
  const user = await openAltTexts()
  await user.type(field('Quay'), '{Enter}')
  expect(document.activeElement).toBe(field('Crane'))
  expect(sent()).toEqual([])
  await user.keyboard('A crane')
  await user.click(field('Quay'))
  await waitFor(() => expect(status('Crane')).toBe('Saved: Crane'))
})

test('what was refused stays in its field with the reason, and is sent once more', async () => {
  const user = await openAltTexts()
  server.next(route(4), () => json(400, { alt_text: ['Too long.'] }))
  await user.type(field('Quay'), 'A quay{Enter}')
  await waitFor(() => expect(status('Quay')).toBe('Not saved: Quay'))
  expect(field('Quay').value).toBe('A quay')
  expect(field('Quay').getAttribute('aria-invalid')).toBe('true')
  expect(rowOf('Quay').getByText('Too long.')).toBeDefined()
  expect(summary()).toBe('2 photos without one')
  server.failNetwork(route(4))
  await user.type(field('Quay'), '{Enter}')
  await rowOf('Quay').findByText('Network error — please try again.')
  server.next(route(4), () => json(404, { detail: 'Not found.' }))
  await user.type(field('Quay'), '{Enter}')
  await rowOf('Quay').findByText('This picture was deleted.')
  await user.type(field('Quay'), '{Enter}')
  await waitFor(() => expect(status('Quay')).toBe('Saved: Quay'))
  expect(field('Quay').getAttribute('aria-invalid')).toBeNull()
})

test('a decorative picture is passed over, and gets its text back when it is none', async () => {
  const user = await openAltTexts()
  await user.type(field('Crane'), 'A crane')
  await user.click(screen.getByRole('checkbox', { name: /^Decorative.*Crane/ }))
  await waitFor(() => expect(server.photos.images[3]?.decorative).toBe(true))
  expect(field('Crane').disabled).toBe(true)
  await user.type(field('Quay'), '{Enter}')
  expect(document.activeElement).toBe(screen.getByText('There are no further pictures.'))
  await user.click(screen.getByRole('checkbox', { name: /^Decorative.*Crane/ }))
  await waitFor(() => expect(sent().at(-1)).toEqual(['/api/photos/images/1/', { alt_text: 'A crane' }]))
  server.next(route(4), () => json(500, {}))
  await user.click(screen.getByRole('checkbox', { name: /^Decorative.*Quay/ }))
  await rowOf('Quay').findByText('It could not be saved. Please try again.')
  expect(field('Quay').disabled).toBe(false)
})

test('of two texts in a row the later one counts', async () => {
  const user = await openAltTexts()
  const answer = server.delay(route(4))
  await user.type(field('Quay'), 'A key{Enter}')
  await user.clear(field('Quay'))
  await user.type(field('Quay'), 'A quay{Enter}')
  expect(status('Quay')).toBe('Saving...: Quay')
  answer()
  await waitFor(() => expect(status('Quay')).toBe('Saved: Quay'))
  expect(server.photos.images[0]?.alt_text).toBe('A quay')
})

test('more than a page of pictures follow each other, without those that have a text by then', async () => {
  server.photos.images = Array.from({ length: 53 }, (_, index) =>
    anImage({ id: 53 - index, title: `Picture ${53 - index}`, alt_text: '' }),
  )
  openSite('/photos/alt-texts')
  // By events and selectors alone: keys and roles take seconds among so many fields.
  await waitFor(() => expect(fields().length).toBe(50))
  const enter = (index: number) => {
    fireEvent.change(fields()[index] as Element, { target: { value: 'A picture' } })
    fireEvent.submit(fields()[index]?.closest('form') as Element)
  }
  enter(0)
  await waitFor(() => expect(summary()).toBe('52 photos without one'))
  enter(49)
  await waitFor(() => expect(fields().findIndex((field) => field === document.activeElement)).toBe(50))
  await waitFor(() => expect(summary()).toBe('51 photos without one'))
  expect(fields().length).toBe(53)
  expect(screen.queryByText('Show more pictures')).toBeNull()
})
