import { expect, test } from 'vitest'
import { newTranslation } from './translations'

const original = `---
title: Low water
date: 2026-01-01
aliases:
  - /notes/ebb
---

The harbour at low water.
`

test('a translation begins with its original, without what it follows anyway', () => {
  expect(newTranslation('nl/notes/low.md', original)).toBe(
    '---\ntitle: Low water\ndate: 2026-01-01\n---\n\nThe harbour at low water.\n',
  )
  const site = '---\nname: Edda\naccent: teal\nlanguage: en\nrole: Engineer\n---\n'
  expect(newTranslation('nl/site.md', site)).toBe('---\nname: Edda\nlanguage: nl\nrole: Engineer\n---\n')
  const project = '---\ntitle: A\nsummary: B\nstart: 2020\ncover: a.jpg\ncover_alt: C\nfeatured: true\n---\n'
  expect(newTranslation('nl/projects/a.md', project)).toBe(
    '---\ntitle: A\nsummary: B\ncover: a.jpg\ncover_alt: C\n---\n',
  )
})
