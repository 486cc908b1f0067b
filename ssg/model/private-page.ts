/** The part of the addresses on a private page that the server replaces by the share's own. */
export const placeholder = '/s/-/'

/** A page that is not in public: what a share shows, or an answer to the contact form. api/shares has the same shape. */
export type PrivatePage = SharedPage | { kind: 'ended' } | { kind: 'contact'; state: ContactState }

export interface SharedPage {
  kind: 'document' | 'gallery' | 'cv'
  name: string
  description?: string
  /** Days, such as 2026-12-26, in the owner's time zone. */
  sharedOn: string
  until?: string
  file?: { name: string; contentType: string; bytes: number; pages?: number; updatedOn: string }
  /** The slug of a CV's file in `cv/audiences`. */
  audience?: string
  photos?: SharedPhoto[]
}

/** A rendition's address is `${placeholder}photos/${id}/${width}`. */
export interface SharedPhoto {
  id: number
  title: string
  description: string
  altText: string
  altTexts?: Record<string, string>
  decorative: boolean
  /** Of the largest rendition, in pixels. */
  width: number
  height: number
  /** Of all renditions, ascending. */
  widths: number[]
}

/**
 * The answer to a form that was sent without a script: `again` for one without a valid time, `failed` for one that could
 * not be stored. The server replaces `%name%`, `%email%`, `%text%` and `%time%` by what was sent, escaped.
 */
export type ContactState = 'sent' | 'invalid' | 'again' | 'failed' | 'throttled'
