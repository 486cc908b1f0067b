import { DetailedError, Upload } from 'tus-js-client'
import { ApiError } from './api-error'
import { csrfToken } from './cookies'
import { fileHash } from './file-hash'
import type { ImageUpload } from './photos'
import { renew } from './renewal'
import { readTokens } from './token-store'

const endpoint = () => new URL('/api/photos/uploads/', import.meta.env.API_ORIGIN || location.origin).href

/** A request that takes longer fails, since a dead connection may stay silent. The server keeps what arrived. */
const requestBytes = 4 * 2 ** 20
const requestTimeout = 120_000

interface Continuation {
  /** The upload's URL if it has begun. */
  url: string | undefined
  /** Called with the URL of a new upload, before the first bytes are sent. */
  onBegin: (url: string) => Promise<unknown>
  /** Called whenever the server has received a part. */
  onAnswer: () => void
}

/**
 * Uploads an image over tus, and resolves once the server has made it. Throws an ApiError; after one of status 0 a call
 * with the same URL continues.
 */
export async function uploadInParts(image: ImageUpload, { url, ...on }: Continuation): Promise<void> {
  const metadata = await describe(image)
  let at = url
  let renewed = false
  const continuation = {
    onBegin: (begun: string) => on.onBegin((at = begun)),
    onAnswer: () => {
      renewed = false
      on.onAnswer()
    },
  }
  for (;;) {
    const { access } = readTokens()
    const error = await send(image.image, metadata, at, continuation)
    if (!error) return
    // An upload may take longer than an access token lasts, and expires when nothing of it arrives for a day.
    if (error.status === 401 && !renewed && (await renew(access)) !== null) renewed = true
    else if (error.status === 404 && at !== undefined) at = undefined
    else throw error
  }
}

/** Sends what the server does not have yet, and resolves to the error if it failed. */
async function send(
  file: File,
  metadata: Record<string, string>,
  url: string | undefined,
  { onBegin, onAnswer }: Omit<Continuation, 'url'>,
): Promise<ApiError | undefined> {
  let begun: Promise<unknown> | undefined
  return new Promise((resolve) => {
    const upload: Upload = new Upload(file, {
      // With an endpoint the library would begin a new upload after any refusal of the present one.
      endpoint: url === undefined ? endpoint() : null,
      uploadUrl: url ?? null,
      metadata,
      retryDelays: null,
      chunkSize: requestBytes,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null
        if (upload.url !== url) begun ??= onBegin(upload.url ?? '')
      },
      onBeforeRequest: async (request) => {
        await begun
        prepare(request.getUnderlyingObject() as XMLHttpRequest)
        for (const [name, value] of Object.entries(authority())) request.setHeader(name, value)
      },
      onChunkComplete: onAnswer,
      onSuccess: () => resolve(undefined),
      onError: (error) => resolve(apiError(error)),
    })
    upload.start()
  })
}

/** Removes an unfinished upload from the server; without an answer it expires. */
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

/** The image's fields, and the hash of its bytes, which the server compares with what arrived. */
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

// The request timed out on the way, another one is sending the same bytes, or bytes were damaged: a retry continues.
const passing = [408, 409, 460]

function apiError(error: Error): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (response === null || passing.includes(response.getStatus())) return new ApiError(0)
  let data: unknown
  try {
    data = JSON.parse(response.getBody()) as unknown
  } catch {
    // A proxy's answer is not JSON, and one to HEAD has no body.
  }
  return new ApiError(response.getStatus(), '', data)
}
