// Sends each request once over keep-alive connections. Never rejects.
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const agent = new http.Agent({ keepAlive: true })

/**
 * Sends a request and resolves with status and body; JSON is parsed. Without an answer the status is 0 and the body is the
 * error.
 */
export function send(address, method, path, { json, form, token } = {}) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const body = form ? multipart(form, headers) : json && Buffer.from(JSON.stringify(json))
  if (json) headers['content-type'] = 'application/json'
  if (body) headers['content-length'] = body.length
  const [hostname, port] = address.split(':')
  return new Promise((resolve) => {
    const fail = (error) => resolve({ status: 0, body: error.message })
    const request = http.request(
      { agent, hostname, port, method, path, headers, timeout: 60_000 },
      (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk)).on('error', fail)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJSON = /^application\/json/.test(response.headers['content-type'])
          resolve({ status: response.statusCode, body: isJSON ? JSON.parse(text) : text })
        })
      },
    )
    request.on('error', fail).on('timeout', () => request.destroy(new Error('no answer in a minute')))
    request.end(body)
  })
}

function multipart(fields, headers) {
  const boundary = randomBytes(12).toString('hex')
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    typeof value === 'string' ? '\r\n\r\n' : '; filename="image.png"\r\nContent-Type: image/png\r\n\r\n',
    value,
    '\r\n',
  ])
  return Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
}

/** Makes a unique PNG of 16 x 16 pixels. */
export const makeImage = () =>
  sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer()
