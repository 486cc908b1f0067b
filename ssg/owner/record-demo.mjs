// Run this after a change of the sample content: node ssg/owner/record-demo.mjs updates demo.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentFiles, hashOf } from './demo.mjs'

const folder = join(import.meta.dirname, '../../content')
const hashes = contentFiles(folder).map((path) => [path, hashOf(readFileSync(join(folder, path), 'utf8'))])
writeFileSync(
  join(import.meta.dirname, 'demo.json'),
  `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`,
)
