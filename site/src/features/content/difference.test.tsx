import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Difference } from './difference'

const job = (end: string, text: string) =>
  `---\ntitle: Job\norganisation: Quay\nstart: 2015\nend: ${end}\n---\n\n${text}\n`

test.each([
  ['a date is replaced as a whole', job('2018-05', 'A.'), job('2018-07', 'A.'), '2018-05 2018-07'],
  [
    'a word stands apart from the one before',
    job('2018', 'Old yard.'),
    job('2018', 'New yard.'),
    'Old New yard.',
  ],
  [
    'nothing is added to what is taken out',
    job('2018', 'An old yard.'),
    job('2018', 'An yard.'),
    'An old yard.',
  ],
])('%s', (_, before, after, shown) => {
  const { container } = render(<Difference path="cv/early/job.md" before={before} after={after} />)
  expect(container.querySelector('dd')?.textContent.trim()).toBe(shown)
})

test('of texts that differ in too many words, whole paragraphs are marked', () => {
  const words = (letter: string) =>
    Array.from({ length: 3_000 }, (_, word) => `${letter}${word % 997}`).join(' ')
  const [before, after] = [job('2018', `Same.\n\n${words('a')}`), job('2018', `Same.\n\n${words('b')}`)]
  const { container } = render(<Difference path="cv/early/job.md" before={before} after={after} />)
  expect(container.querySelector('del')?.textContent.trim()).toBe(words('a'))
  expect(container.querySelector('ins')?.textContent.trim()).toBe(words('b'))
})
