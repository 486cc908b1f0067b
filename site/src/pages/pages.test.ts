import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { replayApi } from '../testing/replay-api'
import { publicPages } from '#model/public-pages'
import { sampleContent } from '../testing/sample-content'
import { openPage } from '../testing/open-document'
import { renderPage } from './index'

beforeEach(() => replayApi('anonymous'))

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((h) => h.textContent)

const read = (path: string) => openPage(path)

test('home shows the tagline, the bio and the interests, each with quote, source and words', () => {
  read('/')
  expect(headings(1)).toEqual(['Everything is checked.'])
  expect(screen.getByText('weight').parentElement?.textContent).toBe('A bio with weight.')
  expect(headings(2).slice(1)).toEqual(['Selected work', 'Second', 'Tenth', 'Notes'])
  for (const figure of screen.getAllByRole('figure')) {
    expect(figure.querySelector('blockquote')?.textContent).toMatch(/^“.+”$/)
    expect(figure.querySelector('figcaption')?.textContent).not.toBe('')
    expect(figure.nextElementSibling?.textContent).toMatch(/\w/)
    expect(figure.previousElementSibling?.querySelector('svg')).not.toBeNull()
  }
  expect(screen.getAllByRole('figure')).toHaveLength(2)
})

test('a bar with more links than usual leaves them to the menu up to a wider screen', () => {
  const barOf = (parts: number) => {
    const ownPages = Array.from({ length: parts }, (_, index) => {
      const page = {
        slug: `p${index}`,
        path: `/p${index}`,
        title: 'Speaking',
        description: '',
        heading: '',
        body: '',
      }
      return { ...page, navigation: true }
    })
    const innerHTML = renderPage('/', { ...sampleContent, ownPages }, { banner: null, cv: null })
    const { content } = Object.assign(document.createElement('template'), { innerHTML })
    return content
      .querySelector('header > div')
      ?.className.match(/longer|long|endless/g)
      ?.join()
  }
  expect([0, 1, 3, 5].map(barOf)).toEqual([undefined, 'long', 'longer', 'endless'])
})

test('the CV has all its parts in their order', () => {
  read('/cv')
  expect(headings(2)).toEqual([
    'A Section: Café',
    'Education',
    'Business Experiences',
    'Early Experiences',
    'Volunteering',
    'Skills',
    'Certifications',
    'Awards',
    'Publications',
    'Languages',
    'Nationality',
    'Links',
    'Productivity Tools',
    'Talks',
  ])
  expect(screen.getByText('None')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Skills' })).getByText('Two')).toBeTruthy()
  const mail = screen.getByRole('link', { name: 'Ask for More Information' })
  expect(mail.getAttribute('href')).toBe('mailto:ann@example.test')
})

test.each(publicPages(sampleContent).map(({ path }) => path))(
  'words on %s have their own direction',
  (path) => {
    read(path)
    const blocks = [...screen.getByRole('main').querySelectorAll('h1, h3, p, blockquote, figcaption, dt, dd')]
    const fixed = blocks.filter((block) => !block.closest('[dir=auto], [role=status]'))
    expect(fixed.map(({ textContent }) => textContent)).toEqual([])
  },
)

test('the CV tells the present from the past', () => {
  read('/cv')
  const section = screen.getByRole('region', { name: 'Business Experiences' })
  const entries = within(section)
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time'))
  expect(entries.map((entry) => entry.className.includes('present'))).toEqual([true, false])
  expect(entries[0]?.querySelector('time')?.textContent).toBe('July 2008 to present')
})

test('on the web has a card that is a link and one that is none yet', () => {
  read('/on-the-web')
  const cards = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  const links = cards.map((card) => within(card).queryByRole('link')?.getAttribute('href'))
  expect(links.map((href) => href?.startsWith('https://'))).toEqual([true, undefined])
  expect(cards[1]?.textContent).toContain('Blog (Coming Soon)')
})

test('a group of skills alone that is named as its section has no heading of its own', () => {
  const cv = { ...sampleContent.cv, skills: [{ slug: 's', title: 'Skills', items: ['Saw'] }] }
  document.body.innerHTML = renderPage('/cv', { ...sampleContent, cv }, { banner: null, cv: null })
  const headings = within(screen.getByRole('region', { name: 'Skills' })).getAllByRole('heading')
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Skills'])
})

test('two cards of one service are links with different names', () => {
  const [card] = sampleContent.onTheWeb.cards
  const cards = ['ann', 'works'].map((handle) => {
    const fields = { slug: handle, title: 'GitHub', handle, url: `https://github.com/${handle}` }
    return { icon: 'github' as const, description: '', lang: undefined, ...card, ...fields }
  })
  const content = { ...sampleContent, onTheWeb: { ...sampleContent.onTheWeb, cards } }
  document.body.innerHTML = renderPage('/on-the-web', content, { banner: null, cv: null })
  screen.getByRole('link', { name: 'GitHub ann' })
  screen.getByRole('link', { name: 'GitHub works' })
})

test('about is a column of words with headings, a quotation and a way to write', () => {
  read('/about')
  expect(headings(2)).toEqual(['A Section: Café'])
  expect(screen.getByRole('blockquote')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe('mailto:ann@example.test')
})

test.each(['/', '/cv', '/projects', '/on-the-web', '/about'])(
  '%s has a link to each page and marks itself',
  (path) => {
    read(path)
    const current = screen.getAllByRole('link', { current: 'page' }).map((link) => link.getAttribute('href'))
    expect(current).toEqual([path])
    const links = within(screen.getByRole('navigation', { name: 'Site' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Home',
      'CV',
      'Work',
      'Notes',
      'On the Web',
      'About',
      'Uses',
      'Terms',
      'Login',
    ])
    // Without scripts it is the menu of a narrow screen.
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe('#site-links')
    expect(document.getElementById('site-links')).toBe(links[0]?.parentElement)
  },
)

test('the bar has the parts that want to be there, and marks the one of an entry', () => {
  read('/projects/shelf')
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Home', 'CV', 'Work', 'On the Web', 'About'])
  const marked = links.filter((link) => link.getAttribute('aria-current') === 'true')
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Work'])
})

test('home shows featured projects and the latest notes', () => {
  read('/')
  const main = within(screen.getByRole('main'))
  const paths = ['/projects/doors', '/projects/shelf', '/projects', '/notes/second', '/notes/first', '/notes']
  const links = main.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(paths.filter((path) => !links.includes(path))).toEqual([])
  expect(headings(3)).toEqual(['Doors', 'A "shelf" & more', 'Second & last', 'First'])
})

test('a project has its facts and the way to the others, and nothing for what is absent', () => {
  read('/projects/shelf')
  const main = within(screen.getByRole('main'))
  const hrefOf = (name: string) => main.getByRole('link', { name }).getAttribute('href')
  expect(main.getByText('July 2008 to 2010')).toBeTruthy()
  expect(hrefOf('Work')).toBe('/projects')
  expect(hrefOf('Visit the site')).toBe('https://shelf.example.test/')
  expect(hrefOf('Source code')).toBe('https://code.example.test/ann/shelf')
  expect(within(main.getByRole('complementary')).getAllByRole('listitem')).toHaveLength(2)
  expect(hrefOf('Previous Doors')).toBe('/projects/doors')
  read('/projects/doors')
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a note has its day, a way to answer and the older one', () => {
  read('/notes/second')
  const main = within(screen.getByRole('main'))
  expect(main.getByText('29 Feb 2020').getAttribute('datetime')).toBe('2020-02-29')
  const reply = main.getByRole('link', { name: 'Reply by mail' }).getAttribute('href')
  expect(reply).toBe('mailto:ann@example.test?subject=Second%20%26%20last')
  expect(main.getByRole('link', { name: 'Older First' }).getAttribute('href')).toBe('/notes/first')
})

test('the typewriter keeps the room that the longest phrase needs', () => {
  read('/')
  const stage = document.querySelector<HTMLElement>('[data-phrases]')
  const phrases = stage?.dataset['phrases']?.split('\n') ?? []
  expect(stage?.dataset['longest']?.length).toBe(Math.max(...phrases.map(({ length }) => length)))
  expect(stage?.textContent).toBe(phrases[0])
})
