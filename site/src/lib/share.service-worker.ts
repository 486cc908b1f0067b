/**
 * Takes in what somebody shares with the site and leads to the form that uploads it. Its scope is the share target alone: it sees
 * no other request, and keeps nothing but shared files.
 */
import { keepShared, shareTarget } from './shared-pictures'

interface FetchEvent extends Event {
  readonly request: Request
  respondWith: (response: Promise<Response>) => void
}

addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent
  if (request.method !== 'POST' || new URL(request.url).pathname !== shareTarget) return
  respondWith.call(event, takeIn(request))
})

async function takeIn(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll('pictures')
    await keepShared(shared.filter((value) => value instanceof File))
    return Response.redirect('/photos', 303)
  } catch {
    // The browser has no room for them.
    return Response.redirect('/photos?share=failed', 303)
  }
}
