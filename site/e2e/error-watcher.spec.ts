import { accessToken } from './fixtures/people.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'
import { ErrorWatcher } from './fixtures/error-watcher.ts'

const cases: [string, string, RegExp][] = [
  ['an error in the console', 'console.error("Oh no")', /Oh no/],
  ['a warning in the console', 'console.warn("Beware")', /Beware/],
  ['an uncaught error', 'setTimeout(() => { throw new Error("Unforeseen") })', /uncaught: Unforeseen/],
  ['a rejected promise', 'void Promise.reject(new Error("Broken"))', /uncaught: Broken/],
  [
    'an inline style',
    'document.body.setAttribute("style", "color: red")',
    /Content security policy: style-src-attr/,
  ],
  [
    'a script from elsewhere',
    'document.head.append(Object.assign(document.createElement("script"), { src: "https://example.test/a.js" }))',
    /Content security policy: script-src-elem/,
  ],
  ['a request without an answer', 'fetch("http://127.0.0.1:1/").catch(() => 0)', /127\.0\.0\.1:1/],
  ['a missing file', 'fetch("/assets/none.js")', /404/],
  ['a token', `console.log("${accessToken({ secondsLeft: 1 })}")`, /a secret was written down/],
]

test('every kind of fault is reported @all', async ({ browser, site }) => {
  for (const [name, script, problem] of cases) {
    await test.step(name, async () => {
      const errors = new ErrorWatcher()
      const context = await browser.newContext({ baseURL: site.url })
      await errors.observe(context)
      const page = await context.newPage()
      await open(page, '/about')
      expect(errors.problems()).toEqual([])
      await page.evaluate(script)
      await expect.poll(() => errors.problems().join('\n')).toMatch(problem)
      await context.close()
    })
  }
})

test('a password in a log is reported, and an expected fault that does not occur', () => {
  const errors = new ErrorWatcher()
  errors.expect('a fault that never comes')
  errors.addLog('level=INFO msg=request body="walrus 0d5b3c1e-0000-4000-8000-1234567890ab"\n')
  expect(errors.problems()).toEqual([
    'expected, but did not occur: a fault that never comes',
    expect.stringContaining('a secret was written down'),
  ])
})
