import { expect, test } from 'vitest'
import { site } from '../testing/files.ts'
import { builtProject, compileChanged, tinyProject } from '../testing/project.ts'

const print = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(':')
const withApps = (fields: Record<string, string>) => ({ 'content/site.md': site(fields) })
const apple = { apple_app: 'ABCDE12345.test.example.portfolio' }
const android = { android_app: 'test.example.portfolio', android_fingerprints: `[${print}]` }

test('phones learn that links with a token may open the app, as JSON and under the exact names', async () => {
  const project = await builtProject(withApps({ ...apple, ...android }))
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

test('either phone is known without the other, or none', async () => {
  const names = async (fields: Record<string, string>) =>
    Object.keys((await (await builtProject(withApps(fields))).manifest()).files).filter((name) =>
      /^\.well-known\/a/.test(name),
    )
  expect(await names({})).toEqual([])
  expect(await names(apple)).toEqual(['.well-known/apple-app-site-association'])
  expect(await names(android)).toEqual(['.well-known/assetlinks.json'])
})

test('the names of native apps are in no page', async () => {
  const content = await compileChanged({ 'site.md': site({ ...apple, ...android }) })
  expect(content.apps.apple).toBe('ABCDE12345.test.example.portfolio')
  expect(JSON.stringify({ ...content, apps: undefined })).not.toContain('test.example.portfolio')
})

test.each([
  [{ apple_app: 'portfolio' }, 'The field "apple_app" is not an app ID'],
  [{ ...android, android_app: 'portfolio' }, 'The field "android_app" is not a package name'],
  [
    { android_app: 'test.example.portfolio' },
    '"android_app" and "android_fingerprints" come together or not at all',
  ],
  [
    { ...android, android_fingerprints: "['AB:CD']" },
    'The field "android_fingerprints.0" is not a SHA-256 fingerprint',
  ],
])('%j is refused', async (fields, text) => {
  const project = await tinyProject(withApps(fields))
  await expect(project.build()).rejects.toThrow(text)
})

test('no request of a screen whose address holds a token carries that address along', async () => {
  const project = await builtProject()
  const app = (await project.read('app.html')).toString()
  expect(app).toContain('<meta name="referrer" content="no-referrer">')
  expect(app.indexOf('name="referrer"')).toBeLessThan(app.indexOf('<link'))
  expect((await project.read('index.html')).toString()).not.toContain('name="referrer"')
})
