/* The calls of shares, until api/openapi.yaml describes them. */
export interface Share {
  id: number
  kind: 'document' | 'gallery' | 'cv'
  name: string
  document: number | null
  gallery: number | null
  audience: string
  access: 'link' | 'registered' | 'address'
  email: string
  label: string
  created_at: string
  created_by: string
  until: string | null
  revoked_at: string | null
  max_downloads: number | null
  views: number
  downloads: number
  opened_at: string | null
  state: 'active' | 'expired' | 'revoked' | 'used_up' | 'deleted'
}

export interface ReceivedShare {
  id: number
  kind: Share['kind']
  name: string
  until: string | null
  created_at: string
}

interface NewShare {
  kind: Share['kind']
  document?: number
  gallery?: number
  audience?: string
  access: Share['access']
  email?: string
  until?: string | null
  label?: string
  max_downloads?: number | null
}

interface Sends<Body> {
  requestBody: { content: { 'application/json': Body } }
}

interface Answers<Status extends number, Body> {
  responses: Record<Status, { content: { 'application/json': Body } }>
}

interface Done {
  responses: { 204: { content?: never } }
}

interface OfShare {
  parameters: { path: { id: number } }
}

declare module './openapi' {
  interface paths {
    '/api/shares/': {
      get: Answers<200, Share[]> & {
        parameters: {
          query?: { state?: 'active' | 'ended'; search?: string; limit?: number; offset?: number }
        }
      }
      post: Sends<NewShare> & Answers<201, { share: Share; link: string }>
    }
    '/api/shares/{id}/': { patch: OfShare & Sends<{ until: string | null }> & Answers<200, Share> }
    '/api/shares/{id}/revoke/': { post: OfShare & Answers<200, Share> }
    '/api/shares/{id}/invitation/': { post: OfShare & Done }
    '/api/shares/counts/': { get: Answers<200, { active: number; ended: number }> }
    '/api/shares/received/': { get: Answers<200, ReceivedShare[]> }
    '/api/shares/open/': { post: Sends<{ ref: string; invitation?: string }> & Done }
  }
}
