import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './folder.ts'

const root = join(import.meta.dirname, '../..')

/** A clone with only the files that scripts/new-owner needs, and unchanged content: no packages. */
export async function aClone() {
  const folder = await temporaryFolder()
  for (const part of ['ssg/owner', 'ssg/model', 'scripts/new-owner', 'scripts/tools/require'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  // An owner's clone no longer has the sample person.
  await cp(join(root, 'ssg/testdata/content'), join(folder, 'content'), { recursive: true })
  await promisify(execFile)(process.execPath, [join(folder, 'ssg/owner/record-demo.mjs')])
  const run = (...args: string[]) =>
    new Promise<{ failed: boolean; output: string }>((done) => {
      const child = execFile(join(folder, 'scripts/new-owner'), args, (error, stdout, stderr) => {
        done({ failed: error !== null, output: stdout + stderr })
      })
      child.stdin?.end()
    })
  return { folder, content: join(folder, 'content'), run }
}
