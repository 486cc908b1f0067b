import { expect, test } from 'vitest'
import { site } from '../testing/files.ts'
import { builtProject, compileChanged } from '../testing/project.ts'
import { wellKnownFiles } from './well-known.ts'

const print = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(':')
const apple = { apple_app: 'ABCDE12345.test.example.portfolio' }
const android = { android_app: 'test.example.portfolio', android_fingerprints: `[${print}]` }

test('phones learn that links with a token may open the app, as JSON and under the exact names', async () => {
  const project = await builtProject({ 'content/site.md': site({ ...apple, ...android }) })
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

test.each([
  [{}, []],
  [apple, ['.well-known/apple-app-site-association']],
  [android, ['.well-known/assetlinks.json']],
])('either phone is known without the other, or none: %j', async (fields, names) => {
  const { apps } = await compileChanged({ 'site.md': site(fields) })
  expect(wellKnownFiles(apps).map(({ name }) => name)).toEqual(names)
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
  await expect(compileChanged({ 'site.md': site(fields) })).rejects.toThrow(text)
})
