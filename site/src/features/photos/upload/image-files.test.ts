import { expect, test } from 'vitest'
import { offeredTypes, whyNotUploaded } from './image-files'

test('HEIC is offered except in the browsers of Apple, which convert it to JPEG', () => {
  expect(offeredTypes(true)).not.toHaveProperty('image/heic')
  expect(offeredTypes(false)).toHaveProperty('image/heic')
})

test.each([
  ['big.HEIC', 'image/heic', 'big.HEIC is larger than 25 MB.'],
  ['a.avif', 'image/avif', 'a.avif is AVIF: open it in an image editor and save it as JPEG or PNG.'],
  ['a.svg', 'image/svg+xml', 'a.svg is an SVG drawing, which may contain scripts: export it as PNG.'],
  ['a.dng', '', 'a.dng is a TIFF or camera raw file: export it as JPEG.'],
  ['a.bmp', 'image/bmp', 'a.bmp is a BMP: save it as PNG.'],
  ['cv.pdf', 'application/pdf', 'cv.pdf is a PDF document: export the page as JPEG or PNG.'],
  ['big.jpg', 'image/jpeg', 'big.jpg is larger than 25 MB.'],
  ['notes.txt', 'text/plain', 'notes.txt is not a JPEG, PNG, GIF, WebP or HEIC image.'],
])('%s is refused with the reason', (name, type, reason) => {
  expect(whyNotUploaded(new File(['x'], name, { type }))).toBe(reason)
})
