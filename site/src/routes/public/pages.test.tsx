import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../../testing/fake-server'
import { openSite } from '../../testing/render-app'

beforeEach(() => {
  new FakeServer()
})

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((h) => h.textContent)

async function read(path: string) {
  openSite(path)
  await screen.findByRole('heading', { level: 1 })
}

test('home shows the tagline, the bio and the interests, each with quote, source and words', async () => {
  await read('/')
  expect(headings(1)).toEqual(['Everything is checked.'])
  expect(screen.getByText('weight').parentElement?.textContent).toBe('A bio with weight.')
  expect(headings(2).slice(1)).toEqual(['Second', 'Tenth'])
  for (const figure of screen.getAllByRole('figure')) {
    expect(figure.querySelector('blockquote')?.textContent).toMatch(/^“.+”$/)
    expect(figure.querySelector('figcaption')?.textContent).not.toBe('')
    expect(figure.nextElementSibling?.textContent).toMatch(/\w/)
    expect(figure.previousElementSibling?.querySelector('svg')).not.toBeNull()
  }
  expect(screen.getAllByRole('figure')).toHaveLength(2)
})

test('the CV has all its parts in their order', async () => {
  await read('/cv')
  expect(headings(2)).toEqual([
    'A Section: Café',
    'Education',
    'Business Experiences',
    'Early Experiences',
    'Skills',
    'Certifications',
    'Languages',
    'Nationality',
    'Links',
    'Productivity Tools',
  ])
  expect(screen.getByText('None')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Skills' })).getByText('Two')).toBeTruthy()
  const mail = screen.getByRole('link', { name: 'Ask for More Information' })
  expect(mail.getAttribute('href')).toBe('mailto:ann@example.test')
})

test.each(['/', '/cv', '/on-the-web', '/about'])('words on %s have their own direction', async (path) => {
  await read(path)
  const blocks = [...screen.getByRole('main').querySelectorAll('h1, h3, p, blockquote, figcaption, dt, dd')]
  const fixed = blocks.filter((block) => !block.closest('[dir=auto], [role=status]'))
  expect(fixed.map(({ textContent }) => textContent)).toEqual(path === '/cv' ? ['ann@example.test'] : [])
})

test('the CV tells the present from the past', async () => {
  await read('/cv')
  const section = screen.getByRole('region', { name: 'Business Experiences' })
  const entries = within(section)
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time'))
  expect(entries.map((entry) => entry.className.includes('present'))).toEqual([true, false])
  expect(entries[0]?.querySelector('time')?.textContent).toBe('July 2008 to present')
})

test('on the web has a card that is a link and one that is none yet', async () => {
  await read('/on-the-web')
  const cards = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  const links = cards.map((card) => within(card).queryByRole('link')?.getAttribute('href'))
  expect(links.map((href) => href?.startsWith('https://'))).toEqual([true, undefined])
  expect(cards[1]?.textContent).toContain('Blog (Coming Soon)')
})

test('about is a column of words with headings, a quotation and a way to write', async () => {
  await read('/about')
  expect(headings(2)).toEqual(['A Section: Café'])
  expect(screen.getByRole('blockquote')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe('mailto:ann@example.test')
})
