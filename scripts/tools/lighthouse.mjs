// Runs Lighthouse's mobile profile on the public pages in both themes: `node lighthouse.mjs [RUNS [PAGE …]]`.
// Needs dist/, bin/portfolio and a Chromium at CHROME_PATH. Prints the median for each page and theme.
// Exits 1 if a score is below 100 or the layout shifts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import lighthouse from 'lighthouse'
import { addDutch, addGallery, launch, lost, median, startMirror, startSite } from './site.mjs'

const [, , rounds = '9', ...chosen] = process.argv
const pages =
  chosen.length > 0
    ? chosen
    : ['/', '/cv', '/nl', '/nl/cv', '/on-the-web', '/about', '/gallery', '/gallery/mixed', lost]
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const metrics = {
  LCP: 'largest-contentful-paint',
  FCP: 'first-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
}

/** Runs Lighthouse once in a new browser profile with the given theme. */
async function measure(url, theme) {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    // Any answer of this origin will do to set the theme; this one runs no script and fills no cache.
    await page.goto(new URL('/api/health/live/', url).href)
    await page.evaluate((choice) => globalThis.localStorage.setItem('theme', choice), theme)
    const { lhr } = await lighthouse(url, { logLevel: 'silent', output: [] }, undefined, page)
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    const dark = await page.evaluate(() => globalThis.document.documentElement.classList.contains('dark'))
    if (dark !== (theme === 'dark')) throw new Error(`${url} was not shown in the ${theme} theme.`)
    return {
      scores: categories.map((name) => Math.round(lhr.categories[name].score * 100)),
      metrics: Object.values(metrics).map((name) => lhr.audits[name].numericValue),
      faults: categories.flatMap((name) => faults(lhr, name)),
    }
  } finally {
    await browser.close()
  }
}

/** Retries a failed run: on a busy machine Lighthouse sometimes misses the start of its trace. */
async function patiently(run, tries = 3) {
  try {
    return await run()
  } catch (error) {
    if (tries === 1) throw error
    return patiently(run, tries - 1)
  }
}

const faults = (lhr, category) =>
  lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.98)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`.trim())

const medians = (rows) => rows[0].map((_, column) => median(rows.map((row) => row[column])))

function report(path, theme, runs) {
  const scores = medians(runs.map((run) => run.scores))
  const [lcp, fcp, cls, tbt] = medians(runs.map((run) => run.metrics))
  const times = [lcp, fcp].map((time) => `${(time / 1000).toFixed(2)} s`.padStart(8))
  const passed = scores.every((score) => score === 100) && cls === 0
  const line = [
    path.padEnd(14),
    theme.padEnd(6),
    ...scores.map((score) => String(score).padStart(5)),
    ...times,
    cls.toFixed(3).padStart(7),
    `${Math.round(tbt)} ms`.padStart(8),
    passed ? '' : `  ← missed: ${[...new Set(runs.flatMap((run) => run.faults))].join(', ')}`,
  ]
  console.log(line.join(''))
  return passed
}

const runs = Number(rounds)
const folder = await mkdtemp(join(tmpdir(), 'portfolio-lighthouse-'))
const site = await startSite(folder, '')
await addGallery(site)
await addDutch(site, folder)
const mirror = await startMirror(site.url)
try {
  console.log(
    `Lighthouse on a phone, median of ${runs}; each score is to be 100, CLS 0, and on an idle machine TBT 0`,
  )
  console.log('page          theme  perf a11y best  seo     LCP     FCP    CLS     TBT')
  const passed = []
  for (const path of pages) {
    for (const theme of ['light', 'dark']) {
      const results = []
      for (let run = 0; run < runs; run++)
        results.push(await patiently(() => measure(mirror.url + path, theme)))
      passed.push(report(path, theme, results))
    }
  }
  if (passed.includes(false)) process.exitCode = 1
} finally {
  mirror.stop()
  site.stop()
  await rm(folder, { recursive: true })
}
