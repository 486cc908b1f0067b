import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

test('the Dockerfile is valid', () => {
  expect(validate(readFileSync('Dockerfile', 'utf8'))).toEqual([])
})
