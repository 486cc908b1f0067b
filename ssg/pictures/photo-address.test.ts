import { expect, test } from 'vitest'
import { photoId } from './photo-address.ts'

test.each([
  ['photos/crane-at-dawn-41.jpg', 41],
  ['photos/2024-7.png', 7],
  ['photos/picture-900719925474.webp', 900719925474],
  ['photos/crane-at-dawn-41', undefined],
  ['photos/crane-at-dawn.jpg', undefined],
  ['photos/41.jpg', undefined],
  ['photos/-41.jpg', undefined],
  ['photos/crane--41.jpg', undefined],
  ['photos/crane-041.jpg', undefined],
  ['photos/Crane-41.jpg', undefined],
  ['photos/crane-9007199254740993.jpg', undefined],
  ['photos/2024/crane-41.jpg', undefined],
  ['cv/photos/crane-41.jpg', undefined],
  ['crane-41.jpg', undefined],
])('%s means the photo %s', (path, id) => {
  expect(photoId(path)).toBe(id)
})
