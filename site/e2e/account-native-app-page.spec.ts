import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPerson } from './fixtures/people.ts'
import { run } from './fixtures/run.ts'
import { expect, test } from './fixtures/test.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/native-app.md'), 'utf8')

/** The page's commands in order, with the output that it shows for them. */
const lessons = [...page.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g)].map(
  ([, commands = '', output = '']) => ({ commands, output }),
)

const lessonEnd = 'end of the lesson'

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A pattern for the output, in which the page's … matches one changing value. */
const pattern = (output: string) =>
  new RegExp(`^${output.trim().split('…').map(literally).join('[^\\n"]+?')}$`)

test("the page's commands work with any password @all", async ({ site }) => {
  const password = ['"w\'al"', '$PATH', '$(id)', '`id`', '\\n', '\\"', '%s', '&;{}', 'ü', '\\'].join(' ')
  const person = await createPerson(site, { password })
  expect(lessons.length).toBeGreaterThan(3)
  const script = lessons.map(({ commands }) => `${commands}\necho\necho '${lessonEnd}'\n`).join('')
  const env = { PATH: process.env['PATH'], SITE: site.url, EMAIL: person.email, PASSWORD: password }
  const printed = (await run('sh', ['-eu'], { input: script, env })).split(lessonEnd)
  for (const [index, { commands, output }] of lessons.entries()) {
    expect(printed[index]?.trim(), commands).toMatch(pattern(output))
  }
})

test("the page for an app's author lists every field of the answers @all", async ({ site, staff }) => {
  const post = async (path: string, body: unknown, bearer?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
    }
    const answer = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, unknown>
  }
  const login = await post('/api/users/login/', { email: staff.email, password: staff.password })
  const answers = [
    login,
    login['user'] as object,
    await post('/api/token/refresh/', { refresh: login['refresh'] }),
    await post('/api/users/app-token/', {}, String(login['access'])),
    await post('/login-with-token/', { token: 'none' }),
  ]
  const fields = new Set(answers.flatMap((answer) => Object.keys(answer)))
  expect(fields.size).toBeGreaterThan(12)
  expect([...fields].filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})
