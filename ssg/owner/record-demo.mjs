// After a change of the sample person's texts: node ssg/owner/record-demo.mjs writes demo.json anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createHash } from 'node:crypto'

const folder = join(import.meta.dirname, '../../content')
const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile() && !item.name.startsWith('.'))
  .map((item) => relative(folder, join(item.parentPath, item.name)))
  .filter((path) => path !== 'README.md')
  .sort()
const list = Object.fromEntries(files.map((path) => [path, hashOf(readFileSync(join(folder, path), 'utf8'))]))
writeFileSync(join(import.meta.dirname, 'demo.json'), `${JSON.stringify(list, null, 2)}\n`)
