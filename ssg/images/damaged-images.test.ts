import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { page } from '../testing/files.ts'
import { compileChanged } from '../testing/project.ts'

const sample = (name: string) => readFile(join(import.meta.dirname, '..', 'testdata', 'images', name))

/** Compiles a small site with `image` on a page. */
const compile = (name: string, image: Buffer) =>
  compileChanged({
    'about.md': page(`First.\n\n![A wall](${name})`),
    [name]: image,
  })

/** An image with so much grain that most of its bytes are pixels. */
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
const grainy = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#000', noise } })
    .toFormat(format)
    .toBuffer()
const half = (image: Buffer) => image.subarray(0, image.length / 2)

test.each([
  ['a JPEG whose decoder only warns, as of a Samsung phone', () => sample('samsung-sos.jpg')],
  ['bytes after the end', async () => Buffer.concat([await grainy('jpeg'), Buffer.alloc(500, 7)])],
])('an image with %s is built', async (_, image) => {
  const { imageFiles } = await compile('wall.jpg', await image())
  expect(imageFiles.map(({ name }) => name).join()).toMatch(/assets\/wall-\d+-[^,]*\.avif/)
})

test.each([
  ['wall.jpg', () => sample('truncated.jpg')],
  ['wall.jpg', async () => (await grainy('jpeg')).subarray(0, 30)],
  ['wall.jpeg', async () => half(await grainy('jpeg'))],
  ['wall.png', async () => half(await grainy('png'))],
  ['wall.webp', async () => half(await grainy('webp'))],
  ['wall.avif', async () => half(await grainy('avif'))],
])('a part of %s is called damaged, and not unused as well', async (name, image) => {
  const error = await compile(name, await image()).then(() => '', String)
  expect(error).toContain(
    `content/about.md:9: The image "${name}" is damaged or cut off. Copy it again from the camera or phone, or export it again.`,
  )
  expect(error).not.toContain('No page reads this file')
})

test('a GIF is of a kind that is not read, and is not called damaged', async () => {
  await expect(compile('wall.gif', await grainy('gif'))).rejects.toThrow(
    'The image "wall.gif" is of no kind that can be read. Save it as JPEG, PNG,',
  )
})
