import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { astroSources, writeProject } from './thousand-pages.ts'

/**
 * Times `vite build` of this site, and of five thousand pages of markdown beside Astro: `node build.ts FOLDER`, with the
 * folder where Astro is installed. Exits 1 when a bound is missed.
 */

const root = resolve(import.meta.dirname, '..', '..')
const viteBuild = join(root, 'ssg', 'vite-build')
const cache = join(root, 'node_modules', '.vite', 'ssg')
const count = 5_000
const [, , astroFolder = ''] = process.argv
/** Where Linux keeps files in memory: a disk takes its time for five thousand files that were just deleted, for both alike. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

interface Figures {
  seconds: number
  megabytes: number
}

/** Runs a program to its end, with this Node.js. */
async function run(folder: string, program: string, ...options: string[]): Promise<Figures> {
  const memory = join(await mkdtemp(join(tmpdir(), 'bench-')), 'memory')
  const hook = encodeURIComponent(
    `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)))`,
  )
  const start = performance.now()
  const child = spawn(program, options, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      NODE_OPTIONS: `--import data:text/javascript,${hook}`,
      NODE_ENV: 'production',
      BAKE_FROM: 'none',
      ASTRO_TELEMETRY_DISABLED: '1',
      MEMORY_FILE: memory,
    },
  })
  const [exitCode] = (await once(child, 'close')) as [number | null]
  const seconds = (performance.now() - start) / 1_000
  if (exitCode !== 0) throw new Error(`${program} has ended with ${exitCode}.`)
  const megabytes = Number(await readFile(memory, 'utf8')) / 1_024
  await rm(resolve(memory, '..'), { recursive: true })
  return { seconds, megabytes }
}

/** Of each, the median of three runs by time; several take turns, so that a busy machine is busy for all. */
async function medians(...measures: (() => Promise<Figures>)[]): Promise<Figures[]> {
  const runs: Figures[][] = measures.map(() => [])
  for (let round = 0; round < 3; round++)
    for (const [index, measure] of measures.entries()) runs[index]?.push(await measure())
  return runs.flatMap((each) => each.toSorted((a, b) => a.seconds - b.seconds)[1] ?? [])
}

function judge(what: string, value: number, most: number, unit = ''): boolean {
  console.log(
    `${what.padEnd(52)}${value.toFixed(2).padStart(8)}${unit.padEnd(3)} at most ${most}${unit}${value > most ? ', MISSED' : ''}`,
  )
  return value <= most
}

/** This site, with the caches of the build before and with none. The owner's caches are put back. */
async function ownSite(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-build-'))
  const build = () => run(root, viteBuild, '--outDir', join(folder, 'dist'))
  const kept = `${cache}.kept`
  await mkdir(cache, { recursive: true })
  await rename(cache, kept)
  try {
    const [cold] = await medians(async () => {
      await rm(cache, { recursive: true, force: true })
      return build()
    })
    const [warm] = await medians(build)
    return [
      judge('vite build of this site', warm?.seconds ?? NaN, 1.2, ' s'),
      judge('… without caches', cold?.seconds ?? NaN, 2.5, ' s'),
    ].every(Boolean)
  } finally {
    await rm(cache, { recursive: true, force: true })
    await rename(kept, cache)
    await rm(folder, { recursive: true })
  }
}

/** Both write the same texts in the same layout as plain HTML into an empty folder, with what each caches of a first run. */
async function besideAstro(): Promise<boolean> {
  const folder = join(root, 'node_modules', '.cache', 'ssg-bench-astro')
  await writeProject(folder, count)
  const config = `import { ssg } from ${JSON.stringify(join(root, 'ssg/vite-plugin-ssg.ts'))}
export default {
  root: 'site',
  cacheDir: '../cache',
  plugins: [ssg({
    content: 'content',
    budgets: { html: { others: 8_000 }, script: 80_000 },
    themeColor: { light: '#ffffff', dark: '#000000' },
    precompress: false,
  })],
}
`
  await writeFile(join(folder, 'vite.config.mjs'), config)
  const astroProject = join(astroFolder, 'project')
  await rm(astroProject, { recursive: true, force: true })
  for (const [name, text] of Object.entries(astroSources)) {
    await mkdir(resolve(astroProject, name, '..'), { recursive: true })
    await writeFile(join(astroProject, name), text)
  }
  const pages = join(astroProject, 'src', 'content')
  await cp(join(folder, 'content', 'on-the-web'), pages, { recursive: true })
  for (const name of await readdir(pages)) if (!/^page-\d/.test(name)) await rm(join(pages, name))

  const build = async (project: string, program: string, ...options: string[]) => {
    const output = await mkdtemp(join(memory, 'bench-dist-'))
    try {
      const figures = await run(project, program, ...options, '--outDir', output)
      const files = await readdir(join(output, 'pages'))
      const written = files.filter((file) => /^page-\d+\.html$/.test(file)).length
      if (written !== count) throw new Error(`${project} has ${written} pages of ${count}.`)
      return figures
    } finally {
      await rm(output, { recursive: true })
    }
  }
  const ours = () => build(folder, viteBuild)
  const astro = () =>
    build(astroProject, join(astroFolder, 'node_modules', '.bin', 'astro'), 'build', '--silent')
  await ours()
  await astro()
  const [own, other] = await medians(ours, astro)
  if (!own || !other) throw new Error('Nothing was measured.')
  console.log(`${count} pages, ours:  ${own.seconds.toFixed(2)} s, ${own.megabytes.toFixed(0)} MB`)
  console.log(`${count} pages, Astro: ${other.seconds.toFixed(2)} s, ${other.megabytes.toFixed(0)} MB`)
  return [
    judge(`${count} pages, time, of Astro's`, own.seconds / other.seconds, 0.25),
    judge(`${count} pages, memory at the most, of Astro's`, own.megabytes / other.megabytes, 0.2),
  ].every(Boolean)
}

const kept = [await ownSite(), await besideAstro()]
process.exitCode = kept.every(Boolean) ? 0 : 1
