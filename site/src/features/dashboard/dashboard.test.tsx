import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import dashboard from '../../testing/golden/dashboard.json'
import profile from '../../testing/golden/profile-staff.json'
import { api, replayApi } from '../../testing/replay-api'
import { minimalTexts } from '../../testing/minimal-texts'
import { sampleTexts } from '../../testing/sample-texts'
import upload from '../../testing/golden/upload.json'
import { openSite } from '../../testing/render-app'

const staffUser = profile.body

const call = 'GET /api/dashboard/'

beforeEach(() => replayApi())

/** The cards that lead on. */
const cards = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .filter((heading) => heading.querySelector('a'))
    .map(({ textContent }) => textContent)

const attention = () => screen.findByRole('region', { name: 'Needs attention' })

test('greets the user and links to counted documents and photos', async () => {
  openSite('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome back, Some' })
  await screen.findByText('2 documents in 2 categories. 1 marked current.')
  expect(screen.getByText('2 photos in 1 gallery. 1 on the front page.')).toBeDefined()
  expect(cards()).toEqual(['Manage My Documents', 'Manage My Photos', 'Backend admin'])
  expect(screen.getByRole('link', { name: 'Manage My Documents' }).getAttribute('href')).toBe('/documents')
  expect(screen.getByRole('link', { name: 'Manage My Photos' }).getAttribute('href')).toBe('/photos')
  const backend = screen.getAllByRole('link', { name: 'Backend admin' }).at(-1)
  expect([backend?.getAttribute('href'), backend?.getAttribute('target')]).toEqual([
    '/backend/admin/',
    '_blank',
  ])
  await screen.findByText('Users, audit log and system. Opens in a new tab.')
})

test('leads to the admin screens wherever the owner has them', async () => {
  api.answer('GET /api/users/profile/', 200, {
    ...staffUser,
    backend_admin_url: 'https://api.example.test/admin/?a=b#top',
  })
  openSite('/dashboard')
  const backend = (await screen.findAllByRole('link', { name: 'Backend admin' })).at(-1)
  expect(backend?.getAttribute('href')).toBe('https://api.example.test/admin/?a=b#top')
})

test('lists what needs attention, the most severe first', async () => {
  const translations_behind = [
    { language: 'de', count: 1 },
    { language: 'nl', count: 2 },
  ]
  api.answer(call, 200, { ...dashboard.body, drafts: 2, images_without_alt_text: 1, translations_behind })
  api.replay('publishing-failed')
  openSite('/dashboard')
  const region = within(await attention())
  await region.findByText('The last build failed')
  const links = region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['View details', '/backend/admin/system'],
    ['Review drafts', '/content'],
    ['Review translations', '/content?language=de&show=behind'],
    ['Add text', '/photos?alt=missing'],
    ['View backups', '/backend/admin/system'],
  ])
  expect(region.getByText('Visitors don’t see your site yet.')).toBeDefined()
  expect(region.getByText('2 drafts aren’t published')).toBeDefined()
  expect(region.getByText('3 translations are behind their originals')).toBeDefined()
  expect(region.getByText('1 in German, 2 in Dutch. Visitors still read the older text.')).toBeDefined()
  expect(region.getByText('1 photo has no alternative text')).toBeDefined()
  expect(region.getByText('No off-site backup')).toBeDefined()
})

test('says so when nothing needs attention', async () => {
  const last_backup_at = new Date().toISOString()
  api.answer(call, 200, { ...dashboard.body, images_without_alt_text: 0, last_backup_at })
  openSite('/dashboard')
  expect(within(await attention()).getByText('Nothing needs your attention.')).toBeDefined()
})

/** The label of the element that has the focus. */
function nameOfFocused(): string {
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
  const [label] = focused instanceof HTMLInputElement ? (focused.labels ?? []) : []
  return focused?.getAttribute('aria-label') ?? label?.textContent ?? ''
}

describe('a site with texts still to be written', () => {
  const fill = (texts: ReadonlyMap<string, string>) =>
    api.answer('GET /api/content/files/', 200, {
      files: [...texts].map(([path, text]) => ({
        path,
        published: {
          version: 1,
          text,
          source: 'set-up',
          publication: 1,
          publish_at: '2026-05-01T12:00:00.000Z',
        },
        scheduled: null,
        draft: null,
        conflict: false,
      })),
    })
  const finish = async () => {
    await screen.findByText('1 of 9 done')
    return within(screen.getByRole('region', { name: 'Finish your site' }))
  }

  beforeEach(() => {
    localStorage.removeItem('finish-site')
    fill(minimalTexts)
  })

  test('lists them in the place of what needs attention, and each can be dismissed', async () => {
    const user = openSite('/dashboard')
    const card = await finish()
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
    expect(card.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'View site',
      'Write tagline',
      'Write phrases',
      'Write introduction',
      'Add interest',
      'Write summary',
      'Add job',
      'Write About',
      'Set up mail',
    ])
    for (const more of card.getAllByRole('button')) {
      await user.click(more)
      await user.click(await screen.findByRole('menuitem', { name: 'Dismiss' }))
    }
    expect(await attention()).toBeDefined()
    expect(screen.queryByText('Your site is finished.')).toBeNull()
  })

  test.each([
    ['Write tagline', /^Tagline/],
    ['Write phrases', 'Phrases 1'],
    ['Write About', 'Text'],
    ['Add interest', 'Title'],
    ['Set up mail', 'Server'],
  ])('%s leads to its field', async (action, name) => {
    // The editor calls them when it has the focus.
    Object.assign(document, { execCommand: () => false })
    Range.prototype.getClientRects = () => document.documentElement.getClientRects()
    const user = openSite('/dashboard')
    await user.click((await finish()).getByRole('link', { name: action }))
    await waitFor(() => expect(nameOfFocused()).toMatch(name))
  })

  test('says for one visit that the site is finished', async () => {
    localStorage.setItem('finish-site', JSON.stringify({ isOpen: true }))
    fill(sampleTexts)
    api.answer('GET /api/users/profile/', 200, { ...staffUser, lacks_mail: undefined })
    openSite('/dashboard')
    expect(await screen.findByText('Your site is finished.')).toBeDefined()
    expect(await attention()).toBeDefined()
    expect(localStorage.getItem('finish-site')).toContain('"isOpen":false')
  })
})

test('charts the downloads of the CV', async () => {
  api.answer(call, 200, { ...dashboard.body, cv_downloads: [...Array<number>(28).fill(0), 4, 3] })
  openSite('/dashboard')
  const region = within(await screen.findByRole('region', { name: 'CV downloads' }))
  expect(region.getByRole('img', { name: '7 downloads in 30 days' })).toBeDefined()
  expect(region.getByText('3 today')).toBeDefined()
  const rows = within(region.getByRole('table')).getAllByRole('row')
  expect(rows.slice(-2).map((row) => row.querySelector('td')?.textContent)).toEqual(['4', '3'])
})

test('has one line for visits and downloads until there are some', async () => {
  const none = Array<number>(30).fill(0)
  const visits = { daily: none, pages: [], sites: [] }
  api.answer(call, 200, { ...dashboard.body, visits, cv_downloads: none })
  openSite('/dashboard')
  await screen.findByText('Visits and CV downloads are counted from the first one on.')
  expect(screen.queryByRole('region', { name: 'Visits' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'CV downloads' })).toBeNull()
})

test('charts the visits, with the pages and sites that have the most', async () => {
  const daily = [...Array<number>(29).fill(40), 2]
  const pages = [{ name: '/cv', count: 1100 }]
  const sites = [{ name: 'other sites', count: 7 }]
  api.answer(call, 200, { ...dashboard.body, visits: { daily, pages, sites } })
  openSite('/dashboard')
  const region = within(await screen.findByRole('region', { name: 'Visits' }))
  expect(region.getByRole('img', { name: '1162 visits in 30 days' })).toBeDefined()
  expect(within(region.getByRole('list', { name: 'Pages' })).getByText('1,100')).toBeDefined()
  expect(within(region.getByRole('list', { name: 'From' })).getByText('other sites')).toBeDefined()
  const none = within(screen.getByRole('region', { name: 'CV downloads' }))
  expect(none.getByText('Downloads are counted from the first one on.')).toBeDefined()
})

test('lists recent changes', async () => {
  openSite('/dashboard')
  const region = within(await screen.findByRole('region', { name: 'Recent changes' }))
  expect((await region.findAllByRole('listitem')).length).toBeGreaterThan(0)
  expect(region.getByRole('link', { name: 'View audit log' })).toBeDefined()
})

test('shows no backend card without a backend address', async () => {
  api.answer('GET /api/users/profile/', 200, { ...staffUser, backend_admin_url: undefined })
  openSite('/dashboard')
  await screen.findByText('2 photos in 1 gallery. 1 on the front page.')
  expect(cards()).toEqual(['Manage My Documents', 'Manage My Photos'])
})

test('shows the photos of the front page in their order', async () => {
  api.answer('GET /api/photos/images/', 200, [
    { ...upload.body, id: 1, title: 'First', alt_text: 'A quay' },
    { ...upload.body, id: 2, title: 'Second' },
  ])
  openSite('/dashboard')
  const strip = await screen.findByRole('region', { name: 'On the front page' })
  const items = await within(strip).findAllByRole('listitem')
  expect(items.map((item) => [item.querySelector('img')?.alt, item.textContent])).toEqual([
    ['A quay', ''],
    ['', 'Second'],
  ])
})

test('greets users without a first name with their e-mail address', async () => {
  api.answer('GET /api/users/profile/', 200, { ...staffUser, first_name: '' })
  openSite('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome back, staff@example.test' })
})

test.each([403, 500])(
  'figures that answer %i are reported as missing, and can be requested again',
  async (status) => {
    api.once('GET /api/dashboard/', status, {})
    const user = openSite('/dashboard')
    await screen.findByText('Failed to count documents and photos.')
    expect(screen.getByText('The documents could not be counted.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('2 photos in 1 gallery. 1 on the front page.')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
