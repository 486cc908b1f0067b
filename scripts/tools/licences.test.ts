import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAllowed, licencesIn } from './licence-rules.mjs'

const mit = readFileSync('LICENSE', 'utf8')

test('licences are recognised by their texts', () => {
  expect(licencesIn(mit)).toEqual(['MIT'])
  expect(licencesIn(readFileSync('ssg/fonts/web/inter-OFL.txt', 'utf8'))).toEqual(['OFL-1.1'])
  expect(licencesIn(readFileSync('node_modules/swagger-ui-dist/LICENSE', 'utf8'))).toEqual(['Apache-2.0'])
  expect(licencesIn(readFileSync('node_modules/diff/LICENSE', 'utf8'))).toEqual(['BSD-3-Clause'])
  expect(licencesIn(readFileSync('node_modules/yaml/LICENSE', 'utf8'))).toEqual(['ISC'])
  expect(licencesIn(`${mit}\nGNU GENERAL PUBLIC LICENSE\nVersion 3`)).toEqual(['MIT', 'GPL'])
})

test('a part is refused without a licence, with one that is not allowed, and with such a one among others', () => {
  expect(isAllowed('a', ['MIT', 'Apache-2.0'])).toBe(true)
  expect(isAllowed('a', [])).toBe(false)
  expect(isAllowed('a', ['GPL'])).toBe(false)
  expect(isAllowed('a', ['MIT', 'MPL-2.0'])).toBe(false)
  expect(isAllowed('libheif-js', ['LGPL-3.0'])).toBe(true)
})
