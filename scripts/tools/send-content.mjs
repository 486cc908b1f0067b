// Publishes what changed in a content folder since its last import: node scripts/tools/send-content.mjs ORIGIN [FOLDER]
// The folder is content by default. Needs the API's BUILD_TOKEN. Ends with 65 if texts changed on the site, too.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { callApi } from './call-api.mjs'

const [origin, folder = 'content'] = process.argv.slice(2)
if (!origin || !process.env.BUILD_TOKEN) {
  console.error('BUILD_TOKEN=… node scripts/tools/send-content.mjs ORIGIN [FOLDER]')
  process.exit(2)
}
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile() && item.name.endsWith('.md'))
  .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
  .filter((path) => path !== 'README.md' && !/(^|\/)\./.test(path))
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
const { status, text } = await callApi('PUT', new URL('/api/content/source/', origin), { files })
if (status === 200 || status === 409) {
  const { published, removed, detail } = JSON.parse(text)
  for (const path of published) console.log(`published ${path}`)
  for (const path of removed) console.log(`removed ${path}`)
  if (detail) {
    console.error(detail)
    process.exit(65)
  }
} else {
  console.error(`The API answered ${status}: ${text}`)
  process.exit(1)
}
