import { expect, test } from 'vitest'
import { checkFile } from '#model/check'
import { newPage, newPages, type NewPageName } from './new-pages'

test.each(Object.keys(newPages) as NewPageName[])('the page %s can be published as it is', (name) => {
  const facts = { name: 'Ann_Lee *Berg*', email: 'ann_lee@example.test', location: 'Delft, Netherlands' }
  const file = newPage(name, facts)
  expect(checkFile(`pages/${name}.md`, file)).toEqual({ errors: [], advice: [] })
  expect(file).toContain('Ann\\_Lee \\*Berg\\*')
  expect(file).toContain('(mailto:ann_lee@example.test)')
  expect(file).not.toMatch(/[{}]/)
})
