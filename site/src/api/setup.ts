import { request } from './client'
import type { Answer, Input, Operation } from './operations'

/** The account and the content of a new site. */
type NewSite = Input<Operation<'POST', '/api/setup/'>>['body']

/** The state of the site before the set-up. */
export type SiteState = Answer<Operation<'GET', '/api/setup/'>>

/** A link's token, or undefined to use the session of staff who look around. */
type Token = string | undefined

const access = (token: Token) =>
  token === undefined
    ? ({ session: 'optional' } as const)
    : ({ session: 'none', authorization: `Setup ${token}` } as const)

/** Resolves to the site's state. Refused with 410 once the link is used. */
export const getSetup = (token: Token) => request('GET', '/api/setup/', access(token))

/** Makes the site and its owner's account; resolves to the sign-in. */
export const finishSetup = (token: Token, body: NewSite) =>
  request('POST', '/api/setup/', { ...access(token), body })

/** Fills the site with a sample person; resolves to the sign-in of a throw-away account. */
export const startSample = (token: Token) => request('POST', '/api/setup/sample/', access(token))
