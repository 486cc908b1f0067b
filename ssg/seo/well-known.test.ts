import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileContent } from '../build/built-content.ts'
import { builtProject, tinyProject } from '../testing/project.ts'
import { wellKnownFiles } from './well-known.ts'

const print = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(':')
const site = (fields: string) => ({
  'content/site.md': `---
name: Ann Sample
initials: AS
company: Sample Works
email: ann@example.test
role: Tester of builds
description: A small site that exists to be built.
nationality: None
${fields}---
`,
})
const apple = 'apple_app: ABCDE12345.test.example.portfolio\n'
const android = `android_app: test.example.portfolio\nandroid_fingerprints:\n  - ${print}\n`

test('without an app there is nothing for phones to find', () => {
  expect(wellKnownFiles({})).toEqual([])
})

test('phones learn that links with a token may open the app, as JSON and under the exact names', async () => {
  const project = await builtProject(site(apple + android))
  const parse = async (name: string): Promise<unknown> => JSON.parse((await project.read(name)).toString())
  expect(await parse('.well-known/apple-app-site-association')).toEqual({
    applinks: {
      details: [
        {
          appIDs: ['ABCDE12345.test.example.portfolio'],
          components: [{ '/': '/app-login', '?': { token: '?*' } }],
        },
      ],
    },
  })
  expect(await parse('.well-known/assetlinks.json')).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'test.example.portfolio',
        sha256_cert_fingerprints: [print],
      },
    },
  ])
  const { routes, files, redirects } = await project.manifest()
  const cdn = (await project.read('_headers')).toString()
  for (const name of ['.well-known/apple-app-site-association', '.well-known/assetlinks.json']) {
    expect(files[name]?.type).toBe('application/json')
    const headers = { 'Cache-Control': 'no-cache', 'Content-Type': 'application/json' }
    expect(routes).toContainEqual({ path: `/${name}`, file: name, status: 200, headers })
    expect(redirects.map(({ from }) => from)).not.toContain(`/${name}`)
    expect(cdn).toContain(`/${name}\n  Cache-Control: no-cache\n  Content-Type: application/json\n`)
  }
})

test('either phone is known without the other', async () => {
  const names = async (fields: string) =>
    Object.keys((await (await builtProject(site(fields))).manifest()).files).filter((name) =>
      /^\.well-known\/a/.test(name),
    )
  expect(await names(apple)).toEqual(['.well-known/apple-app-site-association'])
  expect(await names(android)).toEqual(['.well-known/assetlinks.json'])
})

test('the names of native apps are in no page', async () => {
  const { folder } = await tinyProject(site(apple + android))
  const content = await compileContent(join(folder, 'content'))
  expect(content.apps.apple).toBe('ABCDE12345.test.example.portfolio')
  expect(JSON.stringify({ ...content, apps: undefined })).not.toContain('test.example.portfolio')
})

test.each([
  ['apple_app: portfolio\n', 'The field "apple_app" is not an app ID'],
  [
    `android_app: portfolio\nandroid_fingerprints: ['${print}']\n`,
    'The field "android_app" is not a package name',
  ],
  [
    'android_app: test.example.portfolio\n',
    '"android_app" and "android_fingerprints" come together or not at all',
  ],
  [
    "android_app: test.example.portfolio\nandroid_fingerprints: ['AB:CD']\n",
    'The field "android_fingerprints.0" is not a SHA-256 fingerprint',
  ],
])('%s is refused', async (fields, text) => {
  const project = await tinyProject(site(fields))
  await expect(project.build()).rejects.toThrow(text)
})

test('no request of a screen whose address holds a token carries that address along', async () => {
  const project = await builtProject()
  const app = (await project.read('app.html')).toString()
  expect(app).toContain('<meta name="referrer" content="no-referrer">')
  expect(app.indexOf('name="referrer"')).toBeLessThan(app.indexOf('<link'))
  expect((await project.read('index.html')).toString()).not.toContain('name="referrer"')
})
