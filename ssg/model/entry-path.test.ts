import { expect, test } from 'vitest'
import { newEntryPath } from './entry-path.ts'

test.each([
  ['cv/languages', 'Português (Brasil)', 'portugues-brasil'],
  ['cv/languages', 'Dutch', 'dutch-2'],
  ['cv/languages', '日本', 'entry'],
  ['on-the-web', 'Page', 'page-2'],
  ['pages', 'Contact', 'contact-2'],
])('in %s the file of a new entry %s is named by its title, as no other is', (folder, title, name) => {
  expect(newEntryPath(folder, title, [`${folder}/dutch.md`])).toBe(`${folder}/${name}.md`)
})
