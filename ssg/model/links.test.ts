import { expect, test } from 'vitest'
import { addressProblem, deadLink, siteLink } from './links.ts'

test.each([
  ...['https://example.test', 'http://localhost:3000/a?b#c', 'HTTPS://EXAMPLE.TEST', '//example.test/a'],
  ...['mailto:ann@example.test', 'tel:+31201234567', 'sms:+31201234567', 'matrix:u/ann:example.test'],
  ...['ssh://example.test', '/', '/cv#education', '/nowhere', '#top', '#', '?a=b'],
  ...['cv', 'cv.pdf', './cv', '../cv'],
])('%s may be an address', (address) => {
  expect(addressProblem(address)).toBeUndefined()
})

test.each([
  ...['htp:/foo', 'htps://example.test', 'htttp://example.test', 'ttps://example.test'],
  ...['https:/example.test', 'https://', 'http:', 'https:example.test', 'https://a b'],
  ...['https://exa%mple', 'mailto:', 'tel:'],
])('%s is none', (address) => {
  expect(addressProblem(address)?.message).toBe(`"${address}" is not an address`)
})

test.each([
  ['www.example.test', 'https://'],
  ['WWW.example.test/a', 'https://'],
  ['example.test/a', 'https://'],
  ['example.test:8080', 'https://'],
  ['ann.sample@mail.example.test', 'mailto:'],
])('%s is the address of something else', (address, beginning) => {
  expect(addressProblem(address)).toEqual({
    message: `"${address}" leads to a page of this site, without "${beginning}" before it`,
    hint: `Write ${beginning}${address}.`,
  })
})

test('reports a missing address', () => {
  expect(addressProblem('')?.message).toBe('A link has no address')
})

test.each(['#', '#top', '#Top', '#:~:text=years%20at%20sea', '#here:~:text=sea', '?print#top'])(
  '%s leads somewhere on every page',
  (address) => {
    const site = { answers: () => true, ids: new Map([['/about', new Set<string>()]]) }
    const link = siteLink(address, '/about')
    expect(link && deadLink(link, site)).toBeUndefined()
  },
)
