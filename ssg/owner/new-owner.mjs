import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { blankContent } from './blank.mjs'
import { isDemoText } from './demo.mjs'

const usage = `scripts/new-owner puts your facts in the place of the sample person's, and says what is left to write.

  --name "Ann Example"        your name
  --email ann@example.com     the address at the foot of every page
  --company "Example Ltd"     the line beside the year; by default your name
  --role "Carpenter"          what you are, in a few words
  --link "Title|https://…|handle|icon"   a place on the web, any number of times; handle and icon (video, network, code,
                              article or blog) may be left out
  --force                     also when content/ holds words of your own; they are kept aside

What is not given is asked for.
`

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'content')
const icons = ['video', 'network', 'code', 'article', 'blog']

class Refusal extends Error {}

/** The texts below content/ that the build reads, by path. */
function present() {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const paths = found
    .filter((item) => item.isFile() && !item.name.startsWith('.'))
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .filter((path) => path !== 'README.md')
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** @param {string} text @returns {import('./blank.mjs').Link} */
function readLink(text) {
  const [title = '', url = '', handle, icon = 'network'] = text.split('|').map((part) => part.trim())
  if (title === '' || !/^https?:\/\/\S+$/.test(url))
    throw new Refusal(`--link "${text}" is not "Title|https://address".`)
  if (!icons.includes(icon)) throw new Refusal(`--link "${text}": the icon is one of ${icons.join(', ')}.`)
  return { title, url, handle: handle || new URL(url).host + new URL(url).pathname.replace(/\/$/, ''), icon }
}

/** @param {Record<string, string | undefined>} given @returns {Promise<import('./blank.mjs').Facts & { links: string[] }>} */
async function ask(given, links) {
  const facts = { ...given }
  const questions = [
    ['name', 'Your name', undefined],
    ['email', 'Your e-mail address', undefined],
    ['role', 'What you are, in a few words', undefined],
    ['company', 'The line in the footer', () => facts.name],
  ]
  const missing = questions.filter(([key]) => !facts[key])
  if (missing.length > 0 && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    for (const [key, question, fallback] of missing) {
      const answer = (await terminal.question(`${question}${fallback ? ` [${fallback()}]` : ''}: `)).trim()
      facts[key] = answer || fallback?.()
    }
    if (links.length === 0) {
      for (;;) {
        const link = (
          await terminal.question('A place on the web, as Title|https://… (empty: no more): ')
        ).trim()
        if (link === '') break
        links.push(link)
      }
    }
    terminal.close()
  }
  facts.company ||= facts.name
  return check(facts, links)
}

function check(facts, links) {
  for (const key of ['name', 'email', 'role']) {
    facts[key] = facts[key]?.trim()
    if (!facts[key]) throw new Refusal(`--${key} is missing.\n\n${usage}`)
  }
  for (const [key, value] of Object.entries(facts))
    if (/[\n\r]/.test(value)) throw new Refusal(`--${key} must be one line.`)
  if (!/^[^\s@"<>()[\]\\]+@[^\s@"<>()[\]\\]+\.[^\s@"<>()[\]\\.]+$/.test(facts.email))
    throw new Refusal(`--email "${facts.email}" is no mail address.`)
  return { ...facts, links: links.map(readLink) }
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
  const before = present()
  const own = [...before].filter(([path, words]) => !isDemoText(path, words)).map(([path]) => path)
  const { name, email, company, role, link, force } = values
  // Before anything is asked for: nobody answers questions to be refused.
  const interactive = !name || !email || !role
  if (own.length > 0 && !force && interactive) throw new Refusal(refusal(own))
  const after = blankContent(await ask({ name, email, company, role }, [...link]))
  // The terms name nobody, and a site with accounts needs some.
  const terms = before.get('terms.md')
  if (terms !== undefined) after.set('terms.md', terms)
  if (after.size === before.size && [...after].every(([path, words]) => before.get(path) === words)) {
    return 'content/ is so already: nothing to do.\n'
  }
  if (own.length > 0 && !force) throw new Refusal(refusal(own))
  const kept = keepAside()
  for (const path of before.keys()) rmSync(join(folder, path))
  removeEmpty(folder)
  for (const [path, words] of after) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), words)
  }
  return `content/ is yours: ${after.size} files, with your facts and, where it says "To write:", what is left to write.
What stood there before is in ${kept}; git has it too: git checkout -- content
Next: scripts/dev shows each change as you save it; docs/make-it-yours.md goes through the rest.
`
}

/** @param {string[]} own */
function refusal(own) {
  const list = own.slice(0, 6).map((path) => `  content/${path}\n`)
  const more = own.length > 6 ? `  and ${own.length - 6} more\n` : ''
  return `content/ is not the sample person's any more, so nothing was changed:\n${list.join('')}${more}With --force the files are put aside and written anew.`
}

/** Copies what is there to a folder that git does not see, and answers its name. */
function keepAside() {
  for (let number = 1; ; number += 1) {
    const name = `.cache/content-${number}`
    if (existsSync(join(root, name))) continue
    mkdirSync(join(root, '.cache'), { recursive: true })
    cpSync(folder, join(root, name), { recursive: true })
    return name
  }
}

/** @param {string} path */
function removeEmpty(path) {
  for (const item of readdirSync(path, { withFileTypes: true }))
    if (item.isDirectory()) removeEmpty(join(path, item.name))
  if (path !== folder && readdirSync(path).length === 0) rmSync(path, { recursive: true })
}

try {
  process.stdout.write(await main())
} catch (error) {
  const known = error instanceof Refusal || String(error?.code).startsWith('ERR_PARSE_ARGS')
  if (!known) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
