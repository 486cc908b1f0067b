/**
 * An Edge Function of the CDN, which runs before its redirects. On a preview it takes the place of the API: it
 * proxies what anybody may read, and answers everything that could change something with 503. On the published site it
 * leaves the request to the redirects.
 */
export const config = {
  path: [
    '/api/*',
    '/backend/api/*',
    '/backend/forgotpasswordreset/*',
    '/backend/password-reset-confirm/*',
    '/login-with-token/*',
    '/cv-download',
    '/s/*',
  ],
}

/** The CDN's runtime. The variable is set in its dashboard, not in netlify.toml. */
declare const Netlify: { env: { get: (name: string) => string | undefined } }

interface Context {
  deploy: { context: string }
}

const message = 'This is a preview. It shows published content and cannot change it.'

export default async function previewApi(
  request: Request,
  { deploy }: Context,
): Promise<Response | undefined> {
  if (deploy.context === 'production') return undefined
  const api = Netlify.env.get('API_ORIGIN')
  const { pathname, search } = new URL(request.url)
  const isPublic = pathname.startsWith('/api/') || pathname === '/cv-download'
  const reads = ['GET', 'HEAD'].includes(request.method) && isPublic
  if (api === undefined || !reads) {
    return Response.json({ detail: message }, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  }
  // Without cookies and tokens: a preview reads what anybody may.
  const headers = { Accept: request.headers.get('Accept') ?? '*/*' }
  return fetch(new URL(pathname + search, api), { method: request.method, headers, redirect: 'manual' })
}
