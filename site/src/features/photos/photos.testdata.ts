import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { ImageRecord } from '../../api/types'
import upload from '../../testing/golden/upload.json'
import { openSite } from '../../testing/render-app'
import { api } from '../../testing/replay-api'

export const pageLogos = {
  id: 1,
  name: 'Page logos',
  slug: 'page-logos',
  description: '',
  shown: false,
  image_count: 2,
}
export const talks = { id: 2, name: 'Talks', slug: 'talks', description: '', shown: false, image_count: 1 }

/** The recorded upload with other fields. */
export const anImage = (image: Partial<ImageRecord>): ImageRecord => ({
  ...upload.body,
  title: 'Harbour',
  description: '',
  gallery: null,
  gallery_name: null,
  ...image,
})

/** `count` images without an alternative text, the newest titled P<count>. */
export const many = (count: number) =>
  Array.from({ length: count }, (_, index) => anImage({ id: count - index, title: `P${count - index}` }))

/** Lists `images`, newest first, by the parts of the query that the tests use. */
export function listImages(images: readonly ImageRecord[]): void {
  api.respond('GET /api/photos/images/', ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1])
    const has = (name: string, fits: (value: string) => boolean) =>
      !query.has(name) || fits(query.get(name) ?? '')
    const found = images.filter(
      ({ id, title, alt_text, gallery }) =>
        has('ids', (ids) => ids.split(',').includes(String(id))) &&
        has('search', (words) =>
          words
            .toLowerCase()
            .split(/\s+/)
            .every((word) => title.toLowerCase().includes(word)),
        ) &&
        has('alt_text', () => !alt_text) &&
        has('gallery', (wanted) => wanted === String(gallery ?? 'none')),
    )
    if (query.get('ordering') === 'uploaded_at') found.reverse()
    const offset = Number(query.get('offset') ?? 0)
    const page = found.slice(offset, offset + Number(query.get('limit') ?? Infinity))
    return Response.json(page, { headers: { 'X-Total-Count': String(found.length) } })
  })
}

export async function openPhotos(path = '/photos') {
  const user = openSite(path)
  await screen.findByText('Uploaded Images', { selector: 'h2' })
  return user
}

// Uses selectors, since queries by role take seconds in a long table.
export const titles = () =>
  [...document.querySelectorAll('tbody tr')].map(
    (row) => row.querySelector('td:nth-child(2) button')?.textContent,
  )

export const listed = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected))
// Fired, as queries by role and the checks of a click take seconds in a long table.
export const press = (name: string) =>
  fireEvent.click(screen.queryByText(name) ?? screen.getByLabelText(name))
export const search = () => screen.getByLabelText<HTMLInputElement>('Search')
export const order = () => screen.getByLabelText<HTMLSelectElement>('Order')
export const address = () => window.location.pathname + window.location.search
/** The text of the bar of the selected photos, undefined if there is none. */
export const bar = () => document.querySelector('[aria-label="Selected photos"] [role=status]')?.textContent

export const imageFile = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' })
