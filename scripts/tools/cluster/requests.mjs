// Sends each request once over keep-alive connections. Never rejects.
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

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
    typeof value === 'string' ? '\r\n\r\n' : '; filename="picture.png"\r\nContent-Type: image/png\r\n\r\n',
    value,
    '\r\n',
  ])
  return Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
}

function crc32(bytes) {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320)
  }
  return ~crc >>> 0
}

/** Makes a unique PNG of 16 x 16 pixels. */
export function picture() {
  const number = (value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
  const chunk = (type, data) => {
    const bytes = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([number(data.length), bytes, number(crc32(bytes))])
  }
  const rows = Array.from({ length: 16 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(48)]))
  const header = Buffer.concat([number(16), number(16), Buffer.from([8, 2, 0, 0, 0])])
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
