import { expect, test } from 'vitest'
import { placeOf } from './places.ts'

test.each([
  ['https://github.com/maralind', 'GitHub', 'github', 'maralind'],
  ['github.com/maralind/', 'GitHub', 'github', 'maralind'],
  ['https://github.com/maralind/project', 'github.com', 'site', 'github.com/maralind/project'],
  ['https://www.linkedin.com/in/mara-lindqvist', 'LinkedIn', 'linkedin', 'mara-lindqvist'],
  ['https://se.linkedin.com/in/mara-lindqvist/', 'LinkedIn', 'linkedin', 'mara-lindqvist'],
  ['https://designers.example/@mara', 'Mastodon', 'mastodon', '@mara@designers.example'],
  ['https://www.youtube.com/@mara', 'YouTube', 'youtube', '@mara'],
  ['https://medium.com/@mara', 'Medium', 'medium', '@mara'],
  ['https://mara.medium.com', 'Medium', 'medium', 'mara'],
  ['https://gitlab.com/mara', 'GitLab', 'gitlab', 'mara'],
  ['https://lindqvist.example/notes/', 'lindqvist.example', 'site', 'lindqvist.example/notes'],
  ['https://sv.example/caf%C3%A9', 'sv.example', 'site', 'sv.example/café'],
])('%s is %s', (address, title, icon, handle) => {
  expect(placeOf(address)).toEqual({
    title,
    icon,
    handle,
    url: expect.stringMatching(/^https:\/\//) as string,
  })
})

test.each([
  ...['', 'maralind', 'two words.example', 'mara@lindqvist.example', 'mailto:mara@lindqvist.example'],
  ...['javascript:alert(1)', 'ftp://lindqvist.example', 'https://', 'https://[', 'https://a"b.example/'],
])('%j is not an address', (text) => {
  expect(placeOf(text)).toBeUndefined()
})
