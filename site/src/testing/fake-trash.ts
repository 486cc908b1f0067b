import type { TrashItem } from '../api/types'
import { done, json, replay, type FakeServer, type Routes } from './fake-server'
import notInTrash from './golden/not-in-trash.json'
import recorded from './golden/trash.json'

/** The trash of the fake server. */
export class FakeTrash {
  private items: { item: TrashItem; putBack: () => unknown }[] = []
  private added = 0
  readonly routes: Routes

  constructor(server: FakeServer) {
    this.routes = server.withSession({
      'GET /api/trash/': ({ path }) => {
        const query = new URLSearchParams(path.split('?')[1])
        const kind = query.get('kind')
        const all = this.items.map(({ item }) => item).filter((item) => kind === null || item.kind === kind)
        const offset = Number(query.get('offset') ?? 0)
        const page = all.slice(offset, offset + Number(query.get('limit') ?? Infinity))
        return Response.json(page, { headers: { 'X-Total-Count': String(all.length) } })
      },
      'POST /api/trash/{id}/restore/': (_, id) => {
        const found = this.take(id)
        if (!found) return replay(notInTrash)
        found.putBack()
        return json(200, { kind: found.item.kind, id: 1, name: found.item.name, notes: [] })
      },
      'DELETE /api/trash/{id}/': (_, id) => (this.take(id) ? done() : replay(notInTrash)),
    })
  }

  /** Puts something into the trash, and answers as to its deletion. */
  add(item: Partial<TrashItem>, putBack: () => unknown = () => {}): Response {
    const [example] = recorded.body
    const added = { ...(example as TrashItem), ...item }
    const id = `${added.kind}-${++this.added}`
    this.items = [{ item: { ...added, id }, putBack }, ...this.items]
    return new Response(null, { status: 204, headers: { Location: `/api/trash/${id}/` } })
  }

  private take(id: string) {
    const found = this.items.find(({ item }) => item.id === id)
    this.items = this.items.filter((entry) => entry !== found)
    return found
  }
}
