import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tags, type Tag } from '../document/markup.ts'
import { page } from '../testing/files.ts'
import { compileFolder, contentFolder, type Changes } from '../testing/project.ts'

const folderWith = (text: string, files: Changes = {}) =>
  contentFolder({ 'about.md': page(`First.\n\n${text}`), ...files })
const compile = async (...of: Parameters<typeof folderWith>) => compileFolder(await folderWith(...of))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f49d1' } })
const small = await plain(20, 10).jpeg().toBuffer()
const named = (html: string, name: string): Tag[] => [...tags(html)].filter((tag) => tag.name === name)

test('an image comes in three formats and the widths it has pixels for, with its size and its words', async () => {
  const jpeg = await plain(1000, 500).jpeg().toBuffer()
  const { about, imageFiles } = await compile('![A "blue" wall](wall.jpg)', { 'wall.jpg': jpeg })
  const sources = named(about.body, 'source').map(({ attributes }) => attributes)
  expect(sources.map((source) => source.get('type'))).toEqual(['image/avif', 'image/webp'])
  for (const source of sources) {
    expect(source.get('srcset')).toMatch(/ 400w, .* 800w, .* 1000w$/)
    expect(source.get('sizes')).toContain('40rem')
  }
  const [image] = named(about.body, 'img').map(({ attributes }) => Object.fromEntries(attributes))
  expect(image).toMatchObject({ width: '1000', height: '500', alt: 'A "blue" wall' })
  expect(image?.['src']).toMatch(/^\/assets\/wall-800-[\w-]{8}\.jpg$/)
  expect(about.body).not.toContain('style=')
  const contents = new Map(imageFiles.map(({ name, content }) => [`/${name}`, content]))
  expect(imageFiles).toHaveLength(7)
  for (const source of sources) {
    for (const candidate of source.get('srcset')?.split(', ') ?? []) {
      const [address = '', width = ''] = candidate.split(' ')
      expect(`${(await sharp(contents.get(address)).metadata()).width}w`).toBe(width)
    }
  }
})

test('a file may have a name with spaces', async () => {
  const { about } = await compile('![Mine](My Boat (2).JPG), and `![no](My Boat.JPG)`', {
    'My Boat (2).JPG': small,
  })
  expect(about.body).toMatch(
    /<p dir="auto"><picture>.*"\/assets\/my-boat-2-.* alt="Mine">.*<code>!\[no\]\(My Boat\.JPG\)<\/code>/,
  )
})

test.each([
  ['*Red* & [a link](https://example.test/) `code` \\* ![in](q.jpg)', 'p.jpg', 'Red & a link code * in'],
  ['A **bold**\nboat', 'p.jpg', 'A bold boat'],
  ['A **bold** &amp; fast `boat`', 'My Boat.JPG', 'A bold & fast boat'],
])('the alternative text is plain text: %s', async (words, address, alt) => {
  const { about } = await compile(`![${words}](${address})`, { [address]: small })
  expect(named(about.body, 'img').map(({ attributes }) => attributes.get('alt'))).toEqual([alt])
})

test('only the first image of a page is fetched at once', async () => {
  const { about } = await compile('![One](a.jpg)\n\nWords.\n\n![Two](b.jpg) and ![three](a.jpg)', {
    'a.jpg': small,
    'b.jpg': small,
  })
  const images = named(about.body, 'img').map(({ attributes }) => attributes)
  expect(images.map((image) => image.get('loading'))).toEqual([undefined, 'lazy', 'lazy'])
  expect(images.map((image) => image.get('decoding'))).toEqual([undefined, 'async', 'async'])
  expect(images.map((image) => image.get('width'))).toEqual(['20', '20', '20'])
})

test('an image is upright, in the colours of screens, and tells nothing of its camera', async () => {
  const photo = await plain(60, 30)
    .withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
    .withIccProfile('p3')
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { about, imageFiles } = await compile('![A](p.jpg)', { 'p.jpg': photo })
  const [image] = named(about.body, 'img').map(({ attributes }) => attributes)
  expect([image?.get('width'), image?.get('height')]).toEqual(['30', '60'])
  for (const { content } of imageFiles) {
    const found = await sharp(content).metadata()
    expect([found.width, found.height]).toEqual([30, 60])
    expect([found.exif, found.xmp, found.orientation]).toEqual([undefined, undefined, undefined])
    expect(Buffer.from(content).includes('Secret camera')).toBe(false)
    expect(found.space).toBe('srgb')
    const { r, g, b } = (await sharp(content).stats()).dominant
    expect(Math.max(Math.abs(r - 0x2f), Math.abs(g - 0x49), Math.abs(b - 0xd1))).toBeLessThan(24)
  }
})

test('keeps transparency in every format', async () => {
  const png = sharp({ create: { width: 8, height: 8, channels: 4, background: '#f00a' } }).png()
  const { imageFiles } = await compile('![A](p.png)', { 'p.png': await png.toBuffer() })
  expect(imageFiles.map(({ name }) => name.split('.').at(-1))).toEqual(['avif', 'webp', 'png'])
  for (const { content } of imageFiles) expect((await sharp(content).metadata()).hasAlpha).toBe(true)
})

test('an image is made once; the same one again costs nothing, another one of the name is another file', async () => {
  const content = await folderWith('![A](p.jpg)', { 'p.jpg': small })
  const first = await compileFolder(content)
  expect(await compileFolder(content)).toEqual(first)
  await writeFile(join(content, 'p.jpg'), await plain(20, 12).jpeg().toBuffer())
  const second = await compileFolder(content)
  expect(second.imageFiles[0]?.name).not.toBe(first.imageFiles[0]?.name)
})

test.each([
  ['![](p.jpg)', 'content/about.md:9: The image "p.jpg" has no alternative text. Describe it between'],
  ['![](My Boat.JPG)', 'content/about.md:9: The image "My Boat.JPG" has no alternative text'],
  ['![ ](p.jpg)', 'content/about.md:9: The image "p.jpg" has no alternative text'],
  [
    'Words\n![A](My Boat.JPG)',
    'content/about.md:10: The image "My Boat.JPG" is missing: the folder has no file My Boat.JPG',
  ],
  ['Words\n![A](none.jpg)', 'content/about.md:10: The image "none.jpg" is missing'],
  ['![A](cv)', 'content/about.md:9: The image "cv" is missing'],
  ['![A](../p.jpg)', 'content/about.md:9: The image "../p.jpg" is outside the content folder'],
  ['![A](cv/%2e%2e/../../p.jpg)', 'is outside the content folder'],
  ['![A](/etc/passwd)', 'The image "/etc/passwd" is outside the content folder'],
  ['![A](https://example.test/p.jpg)', 'is outside the content folder. Copy it beside the text'],
  ['![A](text.jpg)', 'content/about.md:9: The image "text.jpg" is of no kind that can be read'],
  ['![A](drawing.svg)', 'is of no kind that can be read. Save it as JPEG, PNG, WebP or AVIF.'],
  ['No image.', 'content/text.jpg: No page reads this file'],
])('there is a diagnostic for %j', async (text, complaint) => {
  const built = compile(text, {
    'p.jpg': small,
    'text.jpg': 'words',
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  })
  await expect(built).rejects.toThrow(complaint)
})

test('a photo of the library is shown that the folder does not have; a file of the folder goes before it', async () => {
  const photos = { read: () => plain(30, 20).jpeg().toBuffer(), notes: () => [] }
  const content = await folderWith('![A](photos/crane-41.jpg) and ![B](./photos/quay-2.jpg)', {
    'photos/quay-2.jpg': await plain(60, 40).jpeg().toBuffer(),
  })
  const compiled = await compileFolder(content, [], photos)
  const sizes = named(compiled.about.body, 'img').map(({ attributes }) => attributes.get('width'))
  expect(sizes).toEqual(['30', '60'])
  expect(Object.keys(compiled.images.files)).toEqual(['photos/crane-41.jpg', 'photos/quay-2.jpg'])
})

test('a photo of a server that does not answer stops the build', async () => {
  const content = await folderWith('![A](photos/crane-41.jpg)')
  const read = () => Promise.reject(new Error('it is not reached'))
  await expect(compileFolder(content, [], { read, notes: () => [] })).rejects.toThrow(
    'content/about.md:9: The image "photos/crane-41.jpg" is one of the photos, and the server could not be asked for it (it is not reached). Build again when it answers.',
  )
})
