// Reports the result of a page build to the API: node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]
// Needs the API's BUILD_TOKEN.
const [origin, state, message] = process.argv.slice(2)
const token = process.env.BUILD_TOKEN
if (!origin || !token || (state !== 'ready' && state !== 'error')) {
  console.error('BUILD_TOKEN=… node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]')
  process.exit(2)
}
const answer = await fetch(new URL('/api/publishing/report/', origin), {
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ state, message: message ?? '' }),
})
if (!answer.ok) {
  console.error(`The API answered ${answer.status}: ${await answer.text()}`)
  process.exit(1)
}
