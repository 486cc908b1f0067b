// Reports the result of a page build to the API: node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]
// Needs the API's BUILD_TOKEN, from which the signing secret derives. Format and signature are Netlify's
// (https://docs.netlify.com/site-deploys/deploy-notifications/): a JWT, HS256, whose sha256 claim is the hash of the body.
import { createHash, createHmac } from 'node:crypto'

const [origin, state, message] = process.argv.slice(2)
const token = process.env.BUILD_TOKEN
if (!origin || !token || (state !== 'ready' && state !== 'error')) {
  console.error('BUILD_TOKEN=… node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]')
  process.exit(2)
}
const secret = createHmac('sha256', token).update('build report').digest('hex')
const body = JSON.stringify({ state, error_message: message ?? null, updated_at: new Date().toISOString() })
const segment = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = [
  { alg: 'HS256', typ: 'JWT' },
  { iss: 'netlify', sha256: createHash('sha256').update(body).digest('hex') },
]
  .map(segment)
  .join('.')
const signature = createHmac('sha256', secret).update(signed).digest('base64url')
const answer = await fetch(new URL('/api/publishing/report/', origin), {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': `${signed}.${signature}` },
  body,
})
if (!answer.ok) {
  console.error(`The API answered ${answer.status}: ${await answer.text()}`)
  process.exit(1)
}
