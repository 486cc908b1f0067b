import { expect, test } from 'vitest'
import { normalised } from './normalised'

test.each([
  ['date', 'Mar 2021', '2021-03'],
  ['date', '03/2021', '2021-03'],
  ['date', '2021', '2021'],
  ['date', 'Present', ''],
  ['date', 'soon', 'soon'],
  ['url', 'example.test/name', 'https://example.test/name'],
  ['url', ' http://example.test ', 'http://example.test'],
  ['url', 'mailto:edda@example.test', 'mailto:edda@example.test'],
  ['url', 'edda', 'edda'],
  ['line', ' Mar 2021', ' Mar 2021'],
] as const)('a %s typed as %j is %j', (type, text, result) => {
  expect(normalised(type, text)).toBe(result)
})
