// Reports the result of a page build to the API: node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]
// For a build that is ready it also reports publications and pages from its manifest: dist/_site.json, or MANIFEST.
// Needs the API's BUILD_TOKEN.
import { existsSync, readFileSync } from 'node:fs'
import { callApi } from './call-api.mjs'

const [origin, state, message = ''] = process.argv.slice(2)
if (!origin || !process.env.BUILD_TOKEN || (state !== 'ready' && state !== 'error')) {
  console.error('BUILD_TOKEN=… node scripts/tools/report-build.mjs ORIGIN ready | error [MESSAGE]')
  process.exit(2)
}
const { status, text } = await callApi('POST', new URL('/api/publishing/report/', origin), {
  state,
  message,
  ...(state === 'ready' && built(process.env.MANIFEST ?? 'dist/_site.json')),
})
if (status !== 204) {
  console.error(`The API answered ${status}: ${text}`)
  process.exit(1)
}

/** The number of publications that the build has, and its pages; nothing for a build without content of the API. */
function built(manifest) {
  if (!existsSync(manifest)) return {}
  const { publications, routes } = JSON.parse(readFileSync(manifest, 'utf8'))
  const isPage = ({ file }) => file.endsWith('.html') && file !== 'app.html'
  return publications === undefined
    ? {}
    : { publications, pages: routes.filter(isPage).map(({ path }) => path) }
}
