import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { blankContent } from './blank.mjs'
import { contentFiles, isDemoText } from './demo.mjs'
import { InputError, linkForm, questions, readLink, validated } from './facts.mjs'

const usage = `Replaces the sample person's content with yours: scripts/new-owner [options]

  --name "Ann Example"        your name
  --email ann@example.com     your public e-mail address
  --company "Example Ltd"     the company name in the footer (default: your name)
  --role "Carpenter"          your role, in a few words
  --link "${linkForm}"   a profile on the web, repeatable; handle and icon
                              (video, network, code, article or blog) are optional
  --force                     replace content that you have changed; a copy is kept

Missing facts are asked for.
`

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'content')

async function ask(facts) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Keeps all lines of a paste.
  const lines = terminal[Symbol.asyncIterator]()
  try {
    for (const { key, text } of questions) {
      const usual = key === 'company' ? facts.name : ''
      while (facts[key] === undefined) {
        terminal.setPrompt(`${text}${usual && ` [${usual}]`}: `)
        terminal.prompt()
        const { value, done } = await lines.next()
        if (done) throw new InputError('\nStopped. Nothing was changed.')
        try {
          facts[key] = validated(key, value.trim() || usual)
        } catch (error) {
          if (!(error instanceof InputError)) throw error
          console.log(`  ${error.message}`)
        }
      }
    }
  } finally {
    terminal.close()
  }
}

async function main() {
  const text = { type: 'string' }
  const { values } = parseArgs({
    options: {
      name: text,
      email: text,
      company: text,
      role: text,
      link: { type: 'string', multiple: true, default: [] },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return usage
  const facts = {}
  for (const { key } of questions) if (values[key]?.trim()) facts[key] = validated(key, values[key])
  const links = values.link.map(readLink)
  const before = existsSync(folder) ? contentFiles(folder) : []
  const changed = before.filter((path) => !isDemoText(path, readFileSync(join(folder, path), 'utf8')))
  if (changed.length > 0 && !values.force) throw new InputError(changedMessage(changed))
  const missing = ['name', 'email', 'role'].find((key) => facts[key] === undefined)
  if (missing && !process.stdin.isTTY) throw new InputError(`--${missing} is missing.\n\n${usage}`)
  if (missing) await ask(facts)
  const after = blankContent({ ...facts, company: facts.company ?? facts.name, links })
  const backup = backUp()
  // A site with accounts needs terms, and these suit any owner.
  for (const path of before) if (path !== 'terms.md') rmSync(join(folder, path))
  for (const [path, content] of after) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return `content/ now has your facts, in ${after.size} files. "To write:" marks the rest.
The previous content is in ${backup}; Git has it too: git checkout -- content
Next: scripts/dev shows each change as you save it. Read docs/make-it-yours.md for the rest.
`
}

/** @param {string[]} changed */
function changedMessage(changed) {
  const list = changed.slice(0, 6).map((path) => `  content/${path}\n`)
  const more = changed.length > 6 ? `  and ${changed.length - 6} more\n` : ''
  return `content/ has changes of yours, so nothing was replaced:\n${list.join('')}${more}Use --force to replace them. A copy is kept.`
}

function backUp() {
  let number = 1
  while (existsSync(join(root, `.cache/content-${number}`))) number += 1
  const name = `.cache/content-${number}`
  mkdirSync(join(root, '.cache'), { recursive: true })
  cpSync(folder, join(root, name), { recursive: true })
  return name
}

try {
  process.stdout.write(await main())
} catch (error) {
  const known = error instanceof InputError || String(error?.code).startsWith('ERR_PARSE_ARGS')
  if (!known) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
