// Makes a first start worth looking at: for the sample person with images and documents, for any
// other owner with an account alone. Needs the packages and bin/portfolio; a start that finds
// accounts changes nothing. --account=false and --samples=false leave out one half.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isDemoText } from './demo.mjs'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'content/site.md'), 'utf8')
const { name = '', email = '' } = parse(text.split(/^---$/m)[1] ?? '') ?? {}
const [first, ...rest] = String(name).split(' ')
const last = rest.join(' ') || first
const owner = ['--samples=false', `--email=${email}`, `--first-name=${first}`, `--last-name=${last}`]
const args = ['demo', ...(isDemoText('site.md', text) ? [] : owner), ...process.argv.slice(2)]
// As the start does; demo does not.
if (!process.env['DATABASE_URL']?.startsWith('postgres'))
  spawnSync(join(root, 'bin/portfolio'), ['migrate'], { stdio: ['ignore', 'ignore', 'inherit'] })
process.exitCode = spawnSync(join(root, 'bin/portfolio'), args, { stdio: 'inherit' }).status ?? 1
