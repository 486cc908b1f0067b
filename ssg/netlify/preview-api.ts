/**
 * An Edge Function of the CDN, which runs before its redirects. On a preview it stands where the API stands on the
 * published site: it hands on what a stranger may read, and refuses everything that could change something with 503.
 * On the published site it steps aside.
 */
export const config = { path: ['/api/*', '/backend/*', '/login-with-token/*'] }

/** What the CDN's runtime offers; the variable is one of its own settings, not of netlify.toml. */
declare const Netlify: { env: { get: (name: string) => string | undefined } }

interface Context {
  deploy: { context: string }
}

const refusal = 'This is a preview of the site: it shows what is published, and changes nothing there.'

export default async function previewApi(
  request: Request,
  { deploy }: Context,
): Promise<Response | undefined> {
  if (deploy.context === 'production') return undefined
  const api = Netlify.env.get('API_ORIGIN')
  const { pathname, search } = new URL(request.url)
  const reads = ['GET', 'HEAD'].includes(request.method) && pathname.startsWith('/api/')
  if (api === undefined || !reads) {
    return Response.json({ detail: refusal }, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  }
  // Neither cookies nor tokens go along: a preview reads as a stranger does.
  const headers = { Accept: request.headers.get('Accept') ?? '*/*' }
  return fetch(new URL(pathname + search, api), { method: request.method, headers, redirect: 'manual' })
}
