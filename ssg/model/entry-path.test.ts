import { expect, test } from 'vitest'
import { addressNote, newEntryPath } from './entry-path.ts'
import { slugify } from './slugify.ts'
import { transliterator } from './transliterate.ts'

test.each([
  ['cv/languages', 'Português (Brasil)', 'portugues-brasil'],
  ['cv/languages', 'Dutch', 'dutch-2'],
  ['cv/languages', '…', 'entry'],
  ['on-the-web', 'Page', 'page-2'],
  ['pages', 'Contact', 'contact'],
  ['pages', 'Gallery', 'gallery-2'],
])('in %s the file of a new entry %s is named by its title, as no other is', (folder, title, name) => {
  expect(newEntryPath(folder, title, [`${folder}/dutch.md`])).toBe(`${folder}/${name}.md`)
})

test.each([
  ['Straße nach Łódź', 'strasse-nach-lodz'],
  ['Ørsted & Æbler', 'orsted-aebler'],
  ['Diyarbakır', 'diyarbakir'],
  ['İzmir’de', 'izmirde'],
  ['Đà Nẵng', 'da-nang'],
  ['Моя история: Большой', 'moya-istoriya-bolshoy'],
  ['Σοφία Παππά', 'sofia-pappa'],
  ['経歴', 'jingli'],
  ['ガイド', 'gaido'],
  ['한국어', 'hangugeo'],
  ['فاطمة حسن', 'ftmh-hsn'],
  ['שרה', 'srh'],
])('the title %s gives the address %s', async (title, name) => {
  const transliterate = await transliterator([title])
  expect(slugify(transliterate(title))).toBe(name)
})

test('says why an entry has another address than its title suggests', () => {
  expect(addressNote('pages', 'Contact', 'pages/contact.md')).toBeUndefined()
  expect(addressNote('pages', 'Gallery', 'pages/gallery-2.md')).toBe(
    'The address is /gallery-2: /gallery belongs to the site itself.',
  )
  expect(addressNote('notes', 'Tide', 'notes/tide-3.md')).toBe(
    'The address is /notes/tide-3: /notes/tide belongs to another entry.',
  )
})
