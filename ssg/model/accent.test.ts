import { expect, test } from 'vitest'
import { accentNames, accentOf, accentProblem, accentStyle, contrast } from './accent.ts'

/** The least contrasts of an accent over both themes: white on the fill, fill and link on the canvas, text on soft. */
function contrasts(accent: string) {
  const { primary, link, soft, onSoft } = accentOf(accent)
  const least = (of: (theme: 0 | 1) => number) => Math.min(of(0), of(1))
  const canvas = ['#f6f7f9', '#0c111b'] as const
  return {
    onFill: least((theme) => contrast('#ffffff', primary[theme])),
    fill: least((theme) => contrast(primary[theme], canvas[theme])),
    link: least((theme) => contrast(link[theme], canvas[theme])),
    onSoft: least((theme) => contrast(onSoft[theme], soft[theme])),
  }
}

test.each(accentNames)('%s is easy to read on both themes', (name) => {
  expect(accentProblem(name)).toBeUndefined()
  const { onFill, fill, link, onSoft } = contrasts(name)
  expect(onFill).toBeGreaterThanOrEqual(5)
  expect(fill).toBeGreaterThanOrEqual(3.2)
  expect(link).toBeGreaterThanOrEqual(5.8)
  expect(onSoft).toBeGreaterThanOrEqual(7.2)
})

test('each own colour reaches AA on both themes, or is refused with one that does', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colours = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  )
  for (const colour of colours) {
    const problem = accentProblem(colour)
    const suggested = problem === undefined ? colour : (problem.match(/Try (#[\da-f]{6})$/)?.[1] ?? '')
    expect(accentProblem(suggested), problem).toBeUndefined()
    const { onFill, fill, link, onSoft } = contrasts(suggested)
    expect(Math.min(onFill, link, onSoft), suggested).toBeGreaterThanOrEqual(4.5)
    expect(fill, suggested).toBeGreaterThanOrEqual(3)
  }
})

test('names the fault of a colour', () => {
  expect(accentProblem('#ffd400')).toBe('is too light: text on it would be hard to read. Try #877000')
  for (const text of ['', 'Teal', 'red', '#fff', '#12345g', '0b6b74', '#0b6b74;}'])
    expect(accentProblem(text)).toBe('is not a colour')
})

test('a site without an accent has no style for it', () => {
  expect(accentStyle(undefined)).toBe('')
  expect(accentStyle('teal')).toContain('--link:light-dark(#0b6b74,#6fd0d8)')
})
