/**
 * Builds the image of the Dockerfile in a folder and serves the site from it, without Docker: scripts/drill container
 * The steps that take Node.js from an image are left out: this machine's is used. The last stage runs in its own root folder
 * that is read-only but for the volume, as the image's user.
 * Needs: Linux, root, Go 1.26, Node.js 20.19, git, the npm registry. Leaves behind: nothing.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'portfolio-container-'))
const image = join(folder, 'image')
const run = (program, args, options) => execFileSync(program, args, { stdio: 'inherit', ...options })

/** Returns the path on this machine of a path in the build stage. */
const here = (path) => path.replace(/^\/(src|data)(?=\/|$)/, `${folder}/$1`)

/** Copies the files that Docker would send, which .dockerignore limits. */
async function copyContext(to) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const rules = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((rule) => /^[^#]/.test(rule))
  const matches = (name, rule) => name === rule || name.startsWith(`${rule}/`)
  for (const name of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    const last = rules.findLast((rule) => matches(name, rule.replace('!', '')))
    if (last === undefined || last.startsWith('!'))
      await cp(join(root, name), join(to, name), { preserveTimestamps: true })
  }
}

/** Runs the stages, and returns the environment and the user of the last one. */
async function buildImage() {
  let stage = ''
  let directory
  const settings = {}
  let user = ''
  for (const line of (await readFile(join(root, 'Dockerfile'), 'utf8')).split('\n')) {
    const [instruction, ...words] = line.split(' ')
    const options = words.filter((word) => word.startsWith('--'))
    const [to, ...from] = words.filter((word) => !word.startsWith('--')).reverse()
    if (instruction === 'FROM') stage = words.at(-1)
    if (instruction === 'WORKDIR') await mkdir((directory = here(words[0])), { recursive: true })
    if (instruction === 'ENV')
      for (const word of words) Object.assign(settings, Object.fromEntries([word.split('=')]))
    if (instruction === 'USER') user = words[0]
    if (instruction === 'RUN' && directory)
      run('sh', ['-c', words.join(' ').replace(/(?<=[ =])\/(?:src|data)\b/g, (path) => here(path))], {
        cwd: directory,
      })
    if (instruction !== 'COPY' || options.includes('--from=node')) continue
    for (const source of from) {
      if (source === '.') await copyContext(directory)
      else if (stage === 'scratch') {
        const target = to.endsWith('/') ? join(image, to, basename(source)) : join(image, to)
        await mkdir(dirname(target), { recursive: true })
        run('cp', ['-a', here(source), target])
        const owner = options.find((option) => option.startsWith('--chown='))
        if (owner) run('chown', ['-R', owner.slice('--chown='.length), target])
      } else await cp(join(root, source), join(directory, source), { preserveTimestamps: true })
    }
  }
  return { settings, user }
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** Starts the image's program as a user on an empty volume, asks for pages, and stops it. */
async function serve(settings, user) {
  const address = `127.0.0.1:${await freePort()}`
  const mounts = `mount --bind ${image} ${image} && mount -o remount,bind,ro ${image} && mount --bind ${folder}/data ${image}/data`
  const data = join(folder, 'data')
  await rm(data, { recursive: true })
  run('cp', ['-a', join(image, 'data'), data])
  const command = `${mounts} && exec chroot --userspec=${user} ${image} /portfolio serve`
  const server = spawn('unshare', ['--mount', 'sh', '-c', command], {
    env: { PATH: process.env.PATH, ...settings, LISTEN_ADDR: address },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => server.kill())
  const ended = new Promise((done) => server.on('exit', done))
  const serving = new Promise((done) => {
    let output = ''
    server.stdout.on('data', (text) => {
      output += text
      if (output.includes('Serving on')) done()
    })
  })
  const failed = ended.then((code) => Promise.reject(new Error(`The server ended with ${code}.`)))
  await Promise.race([serving, failed])
  failed.catch(() => {})
  for (const path of ['/login', '/api/health/']) {
    const { status } = await fetch(`http://${address}${path}`)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
  }
  server.kill('SIGTERM')
  if ((await ended) !== 0) throw new Error('The server did not stop cleanly.')
}

try {
  const { settings, user } = await buildImage()
  for (const each of [user, '12345:0']) await serve(settings, each)
  console.log('The image of the Dockerfile serves the site, read-only and without privileges.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
