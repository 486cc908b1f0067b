import { exchange, request } from './client'
import { totalOf } from './trash'
import type { Message } from './types'

/** A page of messages, newest first. `total` counts all pages. */
export async function listMessages(query: {
  search: string
  limit: number
  offset: number
}): Promise<{ messages: Message[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/messages/', {
    query: { ...query, search: query.search || undefined },
  })
  return { messages: data, total: totalOf(headers) }
}

export const countUnread = () => request('GET', '/api/messages/unread/')

export const markMessage = ({ id, read }: { id: number; read: boolean }) =>
  request('PATCH', '/api/messages/{id}/', { params: { id }, body: { read } })

/** Deletes a message; resolves to its trash id. */
export const deleteMessage = (id: number) =>
  request('DELETE', '/api/messages/{id}/', { params: { id } }).then(() => `message-${id}`)
