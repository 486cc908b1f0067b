import { expect, test } from 'vitest'
import { makeIcons } from './icons.ts'
import { drawShareImage } from './share-image.ts'

test.each(['Σ', 'Ж', 'Ø', '7'])('the icons show %s in each size, as shapes', (letter) => {
  const { svg, drawings } = makeIcons(letter)
  expect(svg.content).not.toContain('<text')
  const cells = makeIcons('李').drawings
  for (const [index, { image }] of drawings.entries()) expect(image).not.toEqual(cells[index]?.image)
})

test.each(['李', 'ف', 'ל'])(
  'an icon with %s has the letter where the browser draws it, else a cell',
  (letter) => {
    const { svg, drawings } = makeIcons(letter)
    expect(svg.content).toContain(`>${letter}</text></svg>`)
    for (const { image } of drawings)
      expect(new Set(image.shapes.map(({ fill }) => fill))).toContain('#2a1d00')
  },
)

test('the share image shows the address instead of a name that it cannot draw', () => {
  const texts = { role: 'Ingenieurin', tagline: 'Brücken', address: 'li.example' }
  const shapes = (name: string, others = {}) => drawShareImage({ name, ...texts, ...others }).shapes.length
  const chinese = shapes('李小龙')
  expect(chinese).toBe(shapes('Li') - 1)
  expect(shapes('李小龙', { role: '工程师', tagline: '桥' })).toBe(chinese - 3)
  expect(shapes('Σοφία Παππά', { role: 'Μηχανικός' })).toBe(shapes('Li'))
})
