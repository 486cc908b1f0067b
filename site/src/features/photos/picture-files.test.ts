import { expect, test } from 'vitest'
import { offeredTypes, whyRefused } from './picture-files'

test('browsers of Apple are not offered HEIC, of which they hand out JPEGs; others are', () => {
  expect(offeredTypes(true)).not.toHaveProperty('image/heic')
  expect(offeredTypes(false)).toHaveProperty('image/heic')
})

test('where a HEIC picture cannot be taken, it is refused with advice', () => {
  expect(whyRefused(new File([''], 'IMG_1.HEIC', { type: 'image/heic' }))).toBe(
    'IMG_1.HEIC is HEIC, the format of iPhones: export it as JPEG, or choose Settings → Camera → Formats → Most Compatible on the iPhone, which takes the next photos as JPEG.',
  )
})
