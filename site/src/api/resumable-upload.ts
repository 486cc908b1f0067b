import { DetailedError, Upload } from 'tus-js-client'
import { ApiError } from './api-error'
import { csrfToken } from './csrf-token'
import { fileHash } from './file-hash'
import type { ImageUpload } from './photos'
import { renew } from './renewal'
import { readTokens } from './token-store'

const endpoint = () => new URL('/api/photos/uploads/', import.meta.env.API_ORIGIN || location.origin).href

/** How long to wait before each further try, in milliseconds: six minutes in all, and anew after each success. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, ...Array<number>(11).fill(30_000)]

/** A request that takes longer is given up, since a connection may be dead without saying so. What arrived of it is kept. */
const requestBytes = 4 * 2 ** 20
const requestTimeout = 120_000

interface Continuation {
  /** The upload's URL when it has been begun before. */
  url: string | undefined
  /** Called with the URL of a new upload, before the first bytes are sent. */
  onBegin: (url: string) => Promise<unknown>
  /** Called with true while there is no connection, with false when there is one again. */
  onWaiting: (waiting: boolean) => void
}

/**
 * Uploads one picture by the tus protocol, which goes on where a lost connection has interrupted it, and resolves when
 * the server has made the picture. While the browser is offline it waits, without end. Throws an ApiError.
 */
export async function uploadInParts(image: ImageUpload, { url, ...on }: Continuation): Promise<void> {
  const metadata = await describe(image)
  let begun: Promise<unknown> | undefined
  await new Promise<void>((resolve, reject) => {
    const upload: Upload = new Upload(image.image, {
      // Where it may begin a new upload, the library does so after any refusal, also when the former one is complete.
      endpoint: url === undefined ? endpoint() : null,
      uploadUrl: url ?? null,
      metadata,
      retryDelays,
      chunkSize: requestBytes,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null
        if (upload.url !== url) begun ??= on.onBegin(upload.url ?? '')
      },
      onBeforeRequest: async (request) => {
        await begun
        prepare(request.getUnderlyingObject() as XMLHttpRequest)
        for (const [name, value] of Object.entries(authority())) request.setHeader(name, value)
      },
      onAfterResponse: async (request, response) => {
        const used = request.getHeader('Authorization')?.replace('Bearer ', '') ?? null
        if (response.getStatus() === 401) await renew(used).catch(() => null)
      },
      onShouldRetry: (error) => {
        const retry = mayRetry(error)
        on.onWaiting(retry)
        return retry && navigator.onLine
      },
      onProgress: () => on.onWaiting(false),
      onSuccess: () => resolve(),
      onError: (error) => {
        const failure = apiError(error)
        if (failure.status === 0 && !navigator.onLine) {
          window.addEventListener('online', () => upload.start(), { once: true })
        } else if (failure.status === 404 && upload.url !== null) {
          // It has expired.
          Object.assign(upload.options, { endpoint: endpoint(), uploadUrl: null })
          upload.url = null
          begun = undefined
          upload.start()
        } else reject(failure)
      },
    })
    upload.start()
  }).finally(() => on.onWaiting(false))
}

/** Removes what the server has of an upload that was not finished; without an answer it expires by itself. */
export async function discardUpload(url: string): Promise<void> {
  await Upload.terminate(url, { retryDelays: null, headers: authority() }).catch(() => undefined)
}

function authority(): Record<string, string> {
  const { access } = readTokens()
  const csrf = csrfToken(true)
  return {
    ...(access !== null && { Authorization: `Bearer ${access}` }),
    ...(csrf !== null && { 'X-CSRFToken': csrf }),
  }
}

function prepare(request: XMLHttpRequest): void {
  request.withCredentials = true
  request.timeout = requestTimeout
  request.ontimeout = (event) => {
    request.onerror?.(event)
  }
}

/** The fields of a picture, and the hash of its bytes, which the server compares with what arrived. */
async function describe({
  image,
  title,
  description,
  altText,
  gallery,
}: ImageUpload): Promise<Record<string, string>> {
  const sha256 = await fileHash(image)
  const texts = { description, alt_text: altText, gallery: gallery === null ? '' : String(gallery) }
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return { filename: image.name, sha256, title, ...Object.fromEntries(given) }
}

// The server was not reached or is busy, another request is sending the same bytes, or the session has been renewed.
const passing = [0, 401, 408, 409, 429, 460, 500, 502, 503, 504]

function mayRetry(error: Error): boolean {
  return passing.includes(apiError(error).status) && readTokens().access !== null
}

function apiError(error: Error): ApiError {
  if (!(error instanceof DetailedError)) return new ApiError(0)
  const { originalResponse: response } = error
  if (response === null) return new ApiError(0)
  let data: unknown
  try {
    data = JSON.parse(response.getBody()) as unknown
  } catch {
    // A proxy's answer is no JSON, and one to HEAD has no body.
  }
  return new ApiError(response.getStatus(), '', data)
}
