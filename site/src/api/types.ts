/*
 * What the API answers, as far as it is read. A field that is optional here is one that a screen is whole without: what it
 * would say is left out then.
 */

/** A signed-in person. `backend_admin_url` is given to staff only. */
export interface User {
  id: number
  email: string
  first_name: string
  last_name: string
  is_staff: boolean
  date_joined?: string
  backend_admin_url?: string
}

/** What a sign-in answers: `refresh` and `user` may be absent. */
export interface LoginAnswer {
  access: string
  refresh?: string
  user?: User
}

/** A browser or an app in which somebody is signed in; `current` is the one that asks. */
export interface Device {
  id: string
  user_agent: string
  ip: string
  created_at: string
  last_used_at: string
  current: boolean
}

export interface Gallery {
  id: number
  name: string
  slug: string
  description?: string
  image_count?: number
}

/** What documents are sorted by. */
export interface Category {
  id: number
  name: string
  description?: string
}

/**
 * An uploaded document. `file` and `download_url` are the same path on the API's host: of a current document it stays, of
 * another it holds for a quarter of an hour. `size` is in bytes; `category` is null when it belongs to none.
 */
export interface DocumentRecord {
  id: number
  name: string
  description?: string
  category?: number | null
  category_name?: string | null
  is_current: boolean
  file_name?: string
  size?: number
  file?: string
  download_url: string
  uploaded_at?: string
}

/** Where visitors download the CV; both are null where there is none. */
export interface CurrentCv {
  download_url?: string | null
  name?: string | null
}

/** How the site stands, for the dashboard. `current_cv` is null where there is none. */
export interface Figures {
  documents: number
  categories: number
  current_documents: number
  images: number
  galleries: number
  front_page_images: number
  storage_bytes: number
  current_cv: { name: string; uploaded_at: string } | null
}

/** Whether the pages show what staff have changed. Times are null until there is one. */
export interface Publishing {
  state: 'off' | 'current' | 'waiting' | 'running' | 'failed'
  method: 'none' | 'hook' | 'command'
  changed_at: string | null
  /** When the next build begins. */
  due_at: string | null
  /** When the build service was last asked, or the last build of the server's own ended. */
  published_at: string | null
  failed_at: string | null
  failure: string
  /** What the build service said of the last build that it ended. */
  report: { state: 'ready' | 'error'; message: string; at: string } | null
}

/** One file of a picture in one width; `url` is a path on the API's host. */
export interface Rendition {
  url: string
  width: number
  height: number
}

/** An uploaded picture. `uploaded_at` is ISO 8601 in UTC; `gallery` is null when it belongs to none. */
export interface ImageRecord {
  id: number
  title?: string
  description?: string
  alt_text?: string
  gallery?: number | null
  gallery_name?: string | null
  image?: string
  image_url: string
  thumbnail_url?: string
  width?: number
  height?: number
  srcset?: Rendition[]
  uploaded_at?: string
}
