import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { launch } from './site.mjs'
const [, , url, n, kind] = process.argv
for (let i = 0; i < +n; i++) {
  const browser = await launch()
  const page = await browser.newPage()
  try {
    const { lhr } = await lighthouse(
      url,
      { logLevel: 'silent', output: [] },
      kind === 'desktop' ? desktop : undefined,
      page,
    )
    const a = lhr.audits
    console.log(
      Object.values(lhr.categories)
        .map((c) => Math.round(c.score * 100))
        .join(' '),
      'LCP',
      a['largest-contentful-paint'].numericValue | 0,
      'obs',
      a.metrics.details.items[0].observedLargestContentfulPaint,
      'CLS',
      a['cumulative-layout-shift'].numericValue,
      'TBT',
      a['total-blocking-time'].numericValue | 0,
    )
    if (a['cumulative-layout-shift'].numericValue > 0)
      console.log(
        JSON.stringify(a['layout-shifts']?.details, null, 0).slice(0, 3000),
        JSON.stringify(a['cls-culprits-insight']?.details).slice(0, 2000),
      )
    if (a['largest-contentful-paint'].score < 0.99)
      console.log(JSON.stringify(a['lcp-breakdown-insight']?.details).slice(0, 1200))
  } catch (e) {
    console.log(e.message)
  }
  await browser.close()
}
