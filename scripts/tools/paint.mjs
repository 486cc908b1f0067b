// Compares the home page's paints with the same page built by Astro without scripts, and measures the first interaction:
// `node paint.mjs ASTRO [RUNS]`, where ASTRO is a folder beside an installed Astro.
// Needs dist/, bin/portfolio and a Chromium at CHROME_PATH. Prints medians. Exits 1 if the home page's first or largest
// paint is later than Astro's, or if a click takes more than 200 ms.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { launch, median, startMirror, startSite } from './site.mjs'

const [, , astro, rounds = '15'] = process.argv
/** Lighthouse's slow phone: processor slowed four times, 1.6 Mbit/s, 150 ms latency. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** Builds the home page with Astro from the same markup, styles, font and images, without scripts. */
async function buildWithAstro(page) {
  const [, css] = /<style>(.*?)<\/style>/s.exec(page)
  const [, body] = /<body>(.*)<\/body>/s.exec(page)
  const head = /<head>(.*?)<style>/s.exec(page)[1].replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
  const source = join(astro, 'src')
  await mkdir(join(source, 'pages'), { recursive: true })
  await writeFile(join(source, 'page.css'), css)
  await writeFile(join(source, 'body.html'), body)
  await writeFile(join(source, 'head.html'), head)
  await writeFile(
    join(source, 'pages/index.astro'),
    `---
import '../page.css'
import body from '../body.html?raw'
import head from '../head.html?raw'
---
<!doctype html><html lang="en"><head><Fragment set:html={head} /></head><body><Fragment set:html={body} /></body></html>
`,
  )
  await writeFile(
    join(astro, 'astro.config.mjs'),
    "export default { build: { inlineStylesheets: 'always' }, compressHTML: true }\n",
  )
  const build = spawn(process.execPath, ['../node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: astro,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error('Astro did not build the page.')
  return readFile(join(astro, 'dist/index.html'), 'utf8')
}

async function slowPage(browser) {
  const page = await browser.newPage()
  await page.setViewport({ width: 412, height: 823, hasTouch: true, isMobile: true, deviceScaleFactor: 1.75 })
  const session = await page.createCDPSession()
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** Measures first and largest paint of a first visit, in milliseconds. */
async function paints(url) {
  const browser = await launch()
  try {
    const page = await slowPage(browser)
    await page.goto(url, { waitUntil: 'load' })
    return await page.evaluate(
      () =>
        new Promise((done) => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
          new PerformanceObserver((list) => {
            const largest = list.getEntries().at(-1)?.startTime
            done([first ?? largest, largest])
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  } finally {
    await browser.close()
  }
}

/** Measures from the click on the named button to the next paint, in milliseconds. */
async function touch(url, name) {
  const browser = await launch()
  try {
    const page = await slowPage(browser)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForSelector('html[data-enhanced]')
    await page.waitForNetworkIdle()
    await page.evaluate(() => {
      globalThis.answered = new Promise((done) => {
        new PerformanceObserver((list) => {
          const click = list.getEntries().find((entry) => entry.name === 'click')
          if (click) done(click.duration)
        }).observe({ type: 'event', durationThreshold: 16 })
      })
      // Faster than the shortest interaction that the browser reports.
      globalThis.addEventListener(
        'click',
        () => setTimeout(() => globalThis.requestAnimationFrame(() => setTimeout(globalThis.quick, 500))),
        {
          once: true,
        },
      )
    })
    const quick = page.evaluate(() => new Promise((done) => (globalThis.quick = () => done(16))))
    await page.locator(`button[aria-label="${name}"]`).click()
    return await Promise.race([page.evaluate(() => globalThis.answered), quick])
  } finally {
    await browser.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'portfolio-paint-'))
const site = await startSite(folder)
const html = await (await fetch(site.url)).text()
const inMemory = (page) => ({
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Cache-Control': 'no-cache',
  },
  body: brotliCompressSync(page),
})
const withoutScript = await buildWithAstro(html)
const [script] = /<script>.*?<\/script>/s.exec(html)
// All pages come from the mirror's memory: fetching one from the server would delay it.
const mirror = await startMirror(site.url, {
  '/': inMemory(html),
  '/astro/': inMemory(withoutScript),
  // Cost of the chosen theme and everything else that runs before the first paint.
  '/astro-with-script/': inMemory(withoutScript.replace('</head>', () => `${script}</head>`)),
})
try {
  const [ours, astros, scripted, touches] = [[], [], [], { 'Use dark theme': [], 'Open menu': [] }]
  for (let run = 0; run < Number(rounds); run++) {
    // Alternate the order to even out drift.
    const turns = [
      ['/', ours],
      ['/astro/', astros],
      ['/astro-with-script/', scripted],
    ]
    for (const [path, found] of run % 2 ? turns : turns.toReversed())
      found.push(await paints(mirror.url + path))
    for (const name of Object.keys(touches)) touches[name].push(await touch(`${mirror.url}/`, name))
  }
  let passed = true
  console.log(
    `home page on a slow phone, medians of ${rounds}        ours    Astro 7    ratio, at most 1.00    Astro 7 with our script in its head`,
  )
  for (const [column, what] of ['first paint', 'largest paint'].entries()) {
    const [own, theirs, other] = [ours, astros, scripted].map((runs) =>
      median(runs.map((run) => run[column])),
    )
    passed &&= own / theirs < 1.005
    const figures = [
      `${own.toFixed(0)} ms`,
      `${theirs.toFixed(0)} ms`,
      (own / theirs).toFixed(2),
      `${other.toFixed(0)} ms`,
    ]
    console.log(`${what.padEnd(44)}${figures.map((figure) => figure.padStart(11)).join('')}`)
  }
  for (const [name, times] of Object.entries(touches)) {
    passed &&= median(times) <= 200
    console.log(`a first touch of “${name}” is answered after ${median(times)} ms, at most 200`)
  }
  if (!passed) process.exitCode = 1
} finally {
  mirror.stop()
  site.stop()
  await rm(folder, { recursive: true })
}
