import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { blankContent } from './blank.mjs'
import { contentFiles, hashOf, isDemoText } from './demo.mjs'
import { validated, icons, linkExample, linkForm, questions, readLink, InputError } from './facts.mjs'

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
/** The texts below content/ that the build reads, by path. */
function readTexts() {
  const paths = existsSync(folder) ? contentFiles(folder) : []
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/**
 * The hashes of the files that the last run wrote, by path below content/. They are not the owner's
 * content.
 */
const record = join(root, '.cache/new-owner.json')

/** @returns {Record<string, string>} */
const readWritten = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})

/** Asks for the missing facts on the terminal, each until its answer is valid. */
async function ask(facts, links) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Keeps all lines of a paste.
  const lines = terminal[Symbol.asyncIterator]()
  const answerTo = async (question, read) => {
    for (;;) {
      terminal.setPrompt(question)
      terminal.prompt()
      const { value, done } = await lines.next()
      if (done) throw new InputError('\nStopped: nothing was changed.')
      try {
        return read(value.trim())
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        console.log(`  ${error.message}`)
      }
    }
  }
  try {
    for (const { key, text } of questions.filter(({ key }) => facts[key] === undefined)) {
      const usual = key === 'company' ? facts.name : undefined
      facts[key] = await answerTo(`${text}${usual ? ` [${usual}]` : ''}: `, (answer) => {
        if (answer === '' && !usual) throw new InputError('The pages show it, so it has to be answered.')
        return validated(key, answer || usual)
      })
    }
    if (links.length > 0) return
    console.log(
      `Where else you are on the web, one place a line, as ${linkForm}\n` +
        `  for example ${linkExample}\n` +
        `  The handle is your name there; the icon is one of ${icons.join(', ')}. Both may be left out.`,
    )
    for (;;) {
      const link = await answerTo('A place (empty: no more): ', (answer) => answer && readLink(answer))
      if (!link) return
      links.push(link)
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
  const before = readTexts()
  const written = readWritten()
  const changed = [...before]
    .filter(([path, words]) => !isDemoText(path, words) && written[path] !== hashOf(words))
    .map(([path]) => path)
  const facts = {}
  for (const { key } of questions) if (values[key]?.trim()) facts[key] = validated(key, values[key])
  const links = values.link.map(readLink)
  const missing = ['name', 'email', 'role'].filter((key) => facts[key] === undefined)
  if (missing.length > 0) {
    if (!process.stdin.isTTY) throw new InputError(`--${missing[0]} is missing.\n\n${usage}`)
    // Refuse before asking questions.
    if (changed.length > 0 && !values.force) throw new InputError(changedMessage(changed))
    await ask(facts, links)
  }
  const after = blankContent({ ...facts, company: facts.company ?? facts.name, links })
  // The terms name no person, and a site with accounts needs some.
  const terms = before.get('terms.md')
  if (terms !== undefined) after.set('terms.md', terms)
  if (after.size === before.size && [...after].every(([path, words]) => before.get(path) === words)) {
    return 'content/ is so already: nothing to do.\n'
  }
  if (changed.length > 0 && !values.force) throw new InputError(changedMessage(changed))
  const backup = backUp()
  for (const path of before.keys()) rmSync(join(folder, path))
  removeEmpty(folder)
  for (const [path, words] of after) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), words)
  }
  const hashes = [...after].map(([path, words]) => [path, hashOf(words)])
  writeFileSync(record, JSON.stringify(Object.fromEntries(hashes)))
  return `content/ is yours: ${after.size} files, with your facts and, where it says "To write:", what is left to write.
What stood there before is in ${backup}; git has it too: git checkout -- content
Next: scripts/dev shows each change as you save it; docs/make-it-yours.md goes through the rest.
`
}

/** @param {string[]} changed */
function changedMessage(changed) {
  const list = changed.slice(0, 6).map((path) => `  content/${path}\n`)
  const more = changed.length > 6 ? `  and ${changed.length - 6} more\n` : ''
  return `content/ has words of your own, so nothing was changed:\n${list.join('')}${more}With --force the files are put aside and written anew.`
}

/** Copies the content to a folder that git ignores, and returns its name. */
function backUp() {
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
  const known = error instanceof InputError || String(error?.code).startsWith('ERR_PARSE_ARGS')
  if (!known) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
