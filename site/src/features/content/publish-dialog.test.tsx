import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writeBody } from '../../../../ssg/model/form'
import type { ContentText } from '../../api/types'
import { sampleTexts } from '../../testing/sample-texts'
import { DraftKeeper } from './draft-keeper'
import { PublishDialog } from './publish-dialog'
import { shownTexts } from './shown-texts'
import type { SitePages } from './use-known'

/** The texts of a site, some with drafts that have another body. */
function textsWith(drafts: Record<string, string>): ContentText[] {
  return [...sampleTexts].map(([path, text]) => {
    const body = drafts[path]
    const draft =
      body === undefined
        ? null
        : {
            text: writeBody(text, body),
            base: 'b',
            revision: 1,
            saved_at: '2026-01-01T00:00:00Z',
            author: null,
          }
    return { path, file: { text, hash: 'b' }, draft, published: null, scheduled: null, conflict: false }
  })
}

const noneMissing: ReadonlySet<string> = new Set()
const loadPages = (): Promise<SitePages> =>
  Promise.resolve({
    paths: ['/about'],
    pageOf: (path) => (path === 'about.md' ? '/about' : undefined),
    idsOn: (_, { about }) => new Set([...about.body.matchAll(/id="([^"]+)"/g)].map(([, id = '']) => id)),
  })

test('a link to a heading of a text that is left out is dead', async () => {
  const shown = shownTexts(textsWith({ 'about.md': '## New', 'terms.md': '[a](/about#new)' }), new Map())
  const stored = { find: () => undefined, saved: () => {}, outdated: () => {} }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PublishDialog
        shown={shown}
        keeper={new DraftKeeper(1, stored)}
        missingImages={noneMissing}
        loadPages={loadPages}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const about = screen.getByRole('checkbox', { name: 'About' })
  await user.click(about)
  const dead = /"\/about#new" is a dead link: nothing on \/about has the id "new"/
  expect(await screen.findByText(dead)).toBeDefined()
  await user.click(about)
  await waitFor(() => expect(screen.queryByText(dead)).toBeNull())
})
