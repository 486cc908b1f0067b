import type { SiteContent } from '../model/compile.ts'
import { namedFile, type OutputFile } from '../lib/output-file.ts'

/** The only path that opens an app instead of the browser. */
const opened = '/app-login'

/** Returns the files that let sign-in links open the native apps that are set. */
export function wellKnownFiles({ apple, android }: SiteContent['apps']): OutputFile[] {
  const files: OutputFile[] = []
  if (apple !== undefined) files.push(jsonFile('apple-app-site-association', appleAssociation(apple)))
  if (android !== undefined) files.push(jsonFile('assetlinks.json', androidAssociation(android)))
  return files
}

/** https://developer.apple.com/documentation/xcode/supporting-associated-domains */
const appleAssociation = (app: string) => ({
  applinks: { details: [{ appIDs: [app], components: [{ '/': opened, '?': { token: '?*' } }] }] },
})

/** https://developers.google.com/digital-asset-links/v1/statements; the app itself has the path. */
const androidAssociation = (app: { package: string; fingerprints: string[] }) => [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: app.package,
      sha256_cert_fingerprints: app.fingerprints,
    },
  },
]

const jsonFile = (name: string, value: unknown): OutputFile =>
  namedFile(`.well-known/${name}`, `${JSON.stringify(value, null, 2)}\n`)
