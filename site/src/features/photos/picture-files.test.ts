import { expect, test } from 'vitest'
import { offeredTypes } from './picture-files'

test('browsers of Apple are not offered HEIC, of which they hand out JPEGs; others are', () => {
  expect(offeredTypes(true)).not.toHaveProperty('image/heic')
  expect(offeredTypes(false)).toHaveProperty('image/heic')
})
