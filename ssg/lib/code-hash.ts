import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tagHash } from './hash.ts'

/** Returns a hash of the code in `folder` and of all package versions, for cache keys. */
export function codeHash(folder: string): string {
  const code = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const files = [join('..', '..', 'package-lock.json'), ...code.sort()]
  return tagHash(JSON.stringify(files.map((name) => readFileSync(join(folder, name), 'utf8'))))
}
