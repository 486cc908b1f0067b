/**
 * Lists the licences of everything in the binary and the pages, and fails on one that is not allowed:
 * node scripts/tools/licences.mjs [FILE]
 * FILE receives the full texts, which a release must contain.
 * Needs: Go 1.26, Node.js 20.19, scripts/setup. Leaves behind: FILE.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { exceptions, isAllowed, licencesIn } from './licence-rules.mjs'

const to = process.argv[2] && resolve(process.argv[2])
process.chdir(resolve(import.meta.dirname, '../..'))

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-](?!go$)[\w.-]+)?$/i
/** Lists the licences of modules, each of which is listed here if it is linked. */
const ofOthers = /3rd-party/i

const readTexts = (folder, names = licenceFile) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

function part(name, version, texts, declared = []) {
  const found = texts.filter((file) => !ofOthers.test(file.name)).flatMap(({ text }) => licencesIn(text))
  return {
    name,
    version,
    licences: [...new Set(declared.length > 0 ? declared : found)],
    text: texts.map(({ text }) => text.trim()).join('\n\n'),
  }
}

/** The Go modules that the server links on the systems of a release, and Go itself. */
function goModules() {
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}'
  const listed = ['linux', 'darwin'].flatMap((GOOS) => {
    const env = { ...process.env, GOOS, CGO_ENABLED: '0' }
    const list = execFileSync('go', ['list', '-deps', '-f', format, './api/cmd/portfolio'], {
      env,
      encoding: 'utf8',
    })
    return list.split('\n').filter(Boolean)
  })
  const go = execFileSync('go', ['env', 'GOVERSION', 'GOROOT'], { encoding: 'utf8' })
    .trim()
    .replace('\n', ' ')
  return [...new Set(listed), `go ${go}`].sort().map((line) => {
    const [name, version, ...folder] = line.split(' ')
    return part(name, version, readTexts(folder.join(' ')))
  })
}

/** The npm packages with code in the pages or the app. */
async function npmPackages() {
  process.env.NODE_ENV = 'production'
  process.env.PREFETCH_FROM = 'none'
  const fileName = 'licences.json'
  const built = await build({ logLevel: 'error', build: { write: false, license: { fileName } } })
  const list = [built]
    .flat()
    .flatMap(({ output }) => output)
    .find((file) => file.fileName === fileName)
  return JSON.parse(list.source).map(({ name, version, identifier, text }) =>
    part(name, version, [{ name, text: text ?? '' }], identifier ? [identifier] : []),
  )
}

function installed(name) {
  const folder = join('node_modules', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return part(name, version, readTexts(folder))
}

/** The list in the server of crawlers whose visits do not count. */
function crawlers() {
  const [head] = readFileSync('api/visits/crawlers.txt', 'utf8').split('\n', 1)
  const [, name, version] = /^# (\S+) (\S+),/.exec(head)
  return part(name, version, [{ name: 'crawlers.txt', text: head.slice(2) }], ['MIT'])
}

/** Files and packages that no bundle of the site contains. */
function files() {
  const fonts = readTexts('ssg/fonts/web', /-OFL\.txt$/)
  return [
    ...fonts.map((file) => part(file.name.replace('-OFL.txt', ''), 'font', [file])),
    installed('swagger-ui-dist'),
    // In the server's renderer alone.
    installed('core-js'),
    crawlers(),
    part('common-passwords', "from Mark Burnett's ten million passwords, 2015", [], ['public domain']),
  ]
}

const parts = [...goModules(), ...(await npmPackages()), ...files()]
const title = ({ name, version, licences }) =>
  `${name} ${version}: ${licences.join(', ') || 'no licence found'}`
const refused = parts.filter(({ name, licences }) => !isAllowed(name, licences))
if (refused.length > 0) {
  console.error(
    `These licences are not allowed; scripts/tools/licence-rules.mjs lists those that are:\n${refused.map(title).join('\n')}`,
  )
  process.exit(1)
}
if (to) {
  const line = '='.repeat(78)
  const sections = parts.map(
    (each) => `${line}\n${title(each)}\n\n${each.text || 'It contains no licence text.'}\n`,
  )
  writeFileSync(
    to,
    `This release contains the work of others:\n\n${parts.map(title).join('\n')}\n\n${sections.join('\n')}`,
  )
} else {
  console.log(
    parts
      .map((each) => title(each) + (each.name in exceptions ? ` (${exceptions[each.name]})` : ''))
      .join('\n'),
  )
}
