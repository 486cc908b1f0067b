// Run this after a change of the sample content and scripts/build pages: node ssg/owner/record-demo.mjs
// It updates demo.json and the demo's current CV.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentFiles, hashOf } from './demo.mjs'

const root = join(import.meta.dirname, '../..')
const hashes = contentFiles(join(root, 'content')).map((path) => {
  return [path, hashOf(readFileSync(join(root, 'content', path), 'utf8'))]
})
writeFileSync(
  join(import.meta.dirname, 'demo.json'),
  `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`,
)
const cv = join(root, 'dist/cv.pdf')
if (existsSync(cv)) copyFileSync(cv, join(root, 'api/cmd/portfolio/demo/documents/edda-quillane-cv.pdf'))
