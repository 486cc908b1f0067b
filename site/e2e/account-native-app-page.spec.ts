import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from './fixtures/run.ts'
import { expect, test } from './fixtures/test.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/native-app.md'), 'utf8')

/** The page's command lines, in order, with what it says that they print. */
const lessons = [...page.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g)].map(
  ([, commands = '', output = '']) => ({ commands, output }),
)

const lessonEnd = 'end of the lesson'

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A pattern for what is printed, in which the page's … stands for anything that differs. */
const pattern = (output: string) =>
  new RegExp(`^${output.trim().split('…').map(literally).join('[^\\n]+?')}$`)

test("the command lines for an app's author do what the page says", async ({ site, staff }) => {
  expect(lessons.length).toBeGreaterThan(3)
  const script = lessons.map(({ commands }) => `${commands}\necho\necho '${lessonEnd}'\n`).join('')
  const env = { PATH: process.env['PATH'], SITE: site.url, EMAIL: staff.email, PASSWORD: staff.password }
  const printed = (await run('sh', ['-eu'], { input: script, env })).split(lessonEnd)
  for (const [index, { commands, output }] of lessons.entries()) {
    expect(printed[index]?.trim(), commands).toMatch(pattern(output))
  }
})
