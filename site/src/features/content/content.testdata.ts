import type { DraftToSave, SeenDraft } from '../../api/content'
import type { ContentDraft, ContentPublication, ContentEntry, FormerText } from '../../api/types'
import { api, type Call, json } from '../../testing/replay-api'

type Publication = { drafts: SeenDraft[]; publish_at: string | null }

const at = '2026-05-01T12:00:00.000Z'

/** The server's texts, which remember what the editor saves. */
export class SavedContent {
  files: ContentEntry[] = []
  publications: ContentPublication[] = []
  history: FormerText[] = []
  timeZone = 'UTC'
  private revision = 0
  private version = 0

  constructor() {
    const answers: { [C in Call]?: (body: never) => Response } = {
      'GET /api/content/files/': () => json(200, { files: this.files, time_zone: this.timeZone }),
      'PUT /api/content/drafts/': (body: DraftToSave) => this.save(body),
      'POST /api/content/drafts/discard/': ({ drafts }: { drafts: SeenDraft[] }) => {
        if (!this.taken(drafts)) return this.conflict(drafts[0]?.path)
        this.files = this.files.filter(({ published, draft, scheduled }) => published ?? draft ?? scheduled)
        return new Response(null, { status: 204 })
      },
      'POST /api/content/publications/': (body: Publication) => this.publish(body),
      'GET /api/content/history/': () => json(200, this.history),
    }
    for (const [call, answer] of Object.entries(answers))
      api.respond(call as Call, ({ body }) => answer(body as never))
  }

  /** Imports a file of the content folder. */
  addFile(path: string, text: string): void {
    const found = this.find(path) ?? none(path)
    this.files = [...this.files.filter((other) => other !== found), found]
    found.published = { ...this.publishedNow(text, 0), source: 'files' }
    found.conflict = found.draft !== null && found.draft.text !== text
  }

  find(path: string): ContentEntry | undefined {
    return this.files.find((text) => text.path === path)
  }

  /** Saves a draft as another browser would. */
  saveElsewhere(path: string, text: string): void {
    const found = this.find(path)
    if (found) found.draft = this.draft({ text, base: found.published?.version ?? 0 })
  }

  /** Publishes a text as another browser would. */
  publishElsewhere(path: string, text: string): void {
    this.saveElsewhere(path, text)
    const revision = this.find(path)?.draft?.revision ?? 0
    this.publish({ drafts: [{ path, revision }], publish_at: null })
  }

  private save({ path, text, base, revision, translates }: DraftToSave): Response {
    const found = this.find(path)
    const isNewer = (found?.published?.version ?? 0) > base && found?.published?.text !== text
    if ((found?.draft?.revision ?? 0) !== revision) return this.conflict(path)
    if (!found?.draft && isNewer) return this.conflict(path)
    const draft = this.draft({ text, base, translates: translates ?? found?.draft?.translates ?? null })
    if (found) {
      found.draft = draft
      found.conflict = isNewer
    } else this.files.push({ ...none(path), draft })
    return json(200, draft)
  }

  private publishedNow(text: string | null, publication: number) {
    return {
      version: ++this.version,
      text,
      source: 'browser' as const,
      publication,
      publish_at: at,
      translates: null,
    }
  }

  private draft({
    text,
    base,
    translates = null,
  }: Pick<DraftToSave, 'text' | 'base'> & { translates?: number | null }): ContentDraft {
    return { text, base, revision: ++this.revision, saved_at: at, author: 'Edda Quillane', translates }
  }

  private conflict(path = ''): Response {
    const { draft = null, published = null } = this.find(path) ?? {}
    return json(409, { detail: 'The draft was changed meanwhile.', path, draft, published })
  }

  private publish({ drafts, publish_at }: Publication): Response {
    const before = new Map(this.files.map(({ path, draft }) => [path, draft]))
    if (!this.taken(drafts)) return this.conflict(drafts[0]?.path)
    const publication = this.publications.length + 1
    for (const { path } of drafts) {
      const [text, draft] = [this.find(path), before.get(path)]
      if (!text || !draft) continue
      const published = { ...this.publishedNow(draft.text, publication), translates: draft.translates }
      if (publish_at) text.scheduled = { ...published, publish_at }
      else text.published = published
    }
    const made: ContentPublication = {
      id: publication,
      state: publish_at ? 'scheduled' : 'published',
      publish_at: publish_at ?? at,
      created_at: at,
      author: 'Edda Quillane',
      edits: drafts.map(({ path, title = path }) => ({
        path,
        title,
        removed: before.get(path)?.text === null,
      })),
    }
    this.publications.unshift(made)
    return json(201, made)
  }

  /** Closes those drafts, all or none, and answers whether it did. */
  private taken(drafts: readonly SeenDraft[]): boolean {
    if (drafts.some(({ path, revision }) => this.find(path)?.draft?.revision !== revision)) return false
    for (const { path } of drafts) {
      const text = this.find(path)
      if (text) Object.assign(text, { draft: null, conflict: false })
    }
    return true
  }
}

const none = (path: string): ContentEntry => ({
  path,
  published: null,
  scheduled: null,
  draft: null,
  conflict: false,
  behind: false,
})

export const job = (title: string, dates: string) =>
  `---\ntitle: ${title}\norganisation: Quay\n${dates}---\n\nWhat it was.\n`
const language = (title: string, order: number) =>
  `---\ntitle: ${title}\nlevel: Native\norder: ${order}\n---\n`

/** Gives the server the texts of a whole site. */
export function fillSite(content: SavedContent): void {
  const page = '---\ntitle: A title\ndescription: Words.\nheading: A heading\n---\n\nA text.\n'
  const files = {
    'about.md': page,
    'cv/profile.md': page,
    'on-the-web/page.md': page,
    'home/hero.md':
      '---\ntitle: Hero\ntagline: One claim.\ntypewriter:\n  - One\n  - Two\n  - Three\n---\n\nThe bio.\n',
    'terms.md': '---\nheading: Terms\nupdated: June 9th, 2025\n---\n\n## First\n\nA term.\n',
    'site.md':
      '---\nname: Edda Quillane\ninitials: EQ\ncompany: Quillane Works\nemail: edda@example.test\nrole: Engineer\ndescription: Words.\nnationality: Dutch\n---\n',
    'cv/experience/a-first.md': job('First job', 'start: 2015\nend: 2018\n'),
    'cv/experience/b-second.md': job('Second job', 'start: 2018\n'),
    'cv/languages/english.md': language('English', 1),
    'cv/languages/dutch.md': language('Dutch', 2),
    'cv/languages/french.md': language('French', 3),
  }
  for (const [path, text] of Object.entries(files)) content.addFile(path, text)
}
