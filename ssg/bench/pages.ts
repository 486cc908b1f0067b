import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBuilder, createLogger } from 'vite'
import type { BuildFigures } from '../options.ts'
import { ssg } from '../vite-plugin-ssg.ts'
import { writeProject } from './thousand-pages.ts'

const required = { pagesASecond: 1_000, megabytes: 500 }
/** Within the packages' reach. The cache beside it stays, as an owner's does. */
const folder = resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'ssg-bench')
/** Where Linux keeps files in memory: the prerenderer is measured, and not how busy the disk is. */
const memory = '/dev/shm'
const place = existsSync(memory) ? memory : tmpdir()

/** Builds a site of `count` pages with the real plugin and prints what it took; answers whether that is little enough. */
async function benchPages(count: number): Promise<boolean> {
  await writeProject(folder, count)
  const output = await mkdtemp(join(place, 'ssg-bench-'))
  const logger = createLogger('warn')
  // A line for each page would bury what is measured.
  logger.info = () => undefined
  let figures: BuildFigures | undefined
  const builder = await createBuilder(
    {
      root: join(folder, 'site'),
      configFile: false,
      customLogger: logger,
      logLevel: 'warn',
      cacheDir: `${folder}-cache`,
      build: { outDir: join(output, 'dist') },
      plugins: [
        ssg({
          content: join(folder, 'content'),
          budgets: { html: { others: 8_000 }, script: 80_000 },
          themeColor: { light: '#ffffff', dark: '#000000' },
          precompress: false,
          onBuilt: (found) => {
            figures = found
          },
        }),
      ],
    },
    null,
  )
  try {
    await builder.buildApp()
  } finally {
    await rm(output, { recursive: true })
  }
  return figures !== undefined && judge(figures)
}

function judge({ pages, pageStage, total }: BuildFigures): boolean {
  const { clock, processor } = pageStage
  const pagesASecond = (pages / processor) * 1_000
  const megabytes = process.resourceUsage().maxRSS / 1_024
  const row = (what: string, value: number, note: string) =>
    console.log(`${what.padEnd(40)}${value.toFixed(0).padStart(7)}   ${note}`)
  console.log(
    `${pages} pages of markdown: rendered, composed, checked and written below ${place}. Parsing and bundling`,
  )
  console.log('are not in the first three lines, but in the fourth; nothing is compressed.')
  row('milliseconds by the clock', clock, '')
  row('milliseconds of all processors together', processor, '')
  row('pages a second of one processor', pagesASecond, `at least ${required.pagesASecond}`)
  row('milliseconds of the whole build', total, '')
  row('megabytes of memory at the most', megabytes, `less than ${required.megabytes}`)
  return pagesASecond >= required.pagesASecond && megabytes < required.megabytes
}

/** In the form of a configuration, for scripts/bench loads this file as Vite loads one: TypeScript and all. */
export default { benchPages }
