import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tinyProject } from '../testing/project.ts'

const testdata = join(import.meta.dirname, '..', 'testdata', 'pictures')
const about = (name: string) =>
  `---\ntitle: A\ndescription: B.\nheading: C\n---\n\nFirst.\n\n![A wall](${name})\n`

/** Builds a small site with `picture` on a page. */
async function build(name: string, picture: Buffer): Promise<{ error: string; files: string[] }> {
  const project = await tinyProject({ 'content/about.md': about(name) })
  await writeFile(join(project.folder, 'content', name), picture)
  const error = await project.build().then(() => '', String)
  const files = error === '' ? Object.keys((await project.manifest()).files) : []
  return { error, files }
}

/** A picture with so much grain that most of its bytes are pixels. */
const grainy = sharp({
  create: {
    width: 60,
    height: 40,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})

test('a JPEG whose decoder only warns, as of a Samsung phone, is built', async () => {
  const { error, files } = await build('wall.jpg', await readFile(join(testdata, 'samsung-sos.jpg')))
  expect(error).toBe('')
  expect(files.some((file) => /^assets\/wall-640-.*\.avif$/.test(file))).toBe(true)
})

test('ignores bytes after the end of a picture', async () => {
  const jpeg = await grainy.clone().jpeg().toBuffer()
  const { error } = await build('wall.jpg', Buffer.concat([jpeg, Buffer.alloc(500, 7)]))
  expect(error).toBe('')
})

test('a truncated JPEG is called damaged', async () => {
  const { error } = await build('wall.jpg', await readFile(join(testdata, 'truncated.jpg')))
  expect(error).toContain(
    'content/about.md:9: The picture "wall.jpg" is damaged or cut off. Copy it again from the camera or phone, or export it again.',
  )
})

test('a damaged picture is not called unused as well', async () => {
  const { error } = await build('wall.jpg', await readFile(join(testdata, 'truncated.jpg')))
  expect(error).toContain('The picture "wall.jpg" is damaged or cut off.')
  expect(error).not.toContain('No page reads this file')
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('half of a %s is called damaged', async (format) => {
  const whole = await grainy.clone().toFormat(format).toBuffer()
  const { error } = await build(`wall.${format}`, whole.subarray(0, whole.length / 2))
  expect(error).toContain(`The picture "wall.${format}" is damaged or cut off.`)
})

test('the first bytes of a picture are called damaged', async () => {
  const { error } = await build('wall.jpg', (await grainy.clone().jpeg().toBuffer()).subarray(0, 30))
  expect(error).toContain('The picture "wall.jpg" is damaged or cut off.')
})

test('a GIF is of a kind that is not read, and is not called damaged', async () => {
  const { error } = await build('wall.gif', await grainy.clone().gif().toBuffer())
  expect(error).toContain('The picture "wall.gif" is of no kind that can be read. Save it as JPEG, PNG,')
})
