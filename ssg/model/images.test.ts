import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'
import { imageMarkup, imagePath, photoFiles, photoId, photoMarkdown } from './images.ts'

const crane = { id: 41, title: 'Crane at dawn', image_url: '/media/ab/1.jpg' }

test.each([
  [crane, 'A crane', 'about.md', '![A crane](photos/crane-at-dawn-41.jpg)'],
  [crane, ' A\ncrane ', 'cv/early/one.md', '![A crane](../../photos/crane-at-dawn-41.jpg)'],
  [crane, 'A crane', 'nl/cv/early/one.md', '![A crane](../../photos/crane-at-dawn-41.jpg)'],
  [{ ...crane, title: '船' }, 'A [big] ship\\', 'about.md', '![A (big) ship](photos/photo-41.jpg)'],
  [{ ...crane, image_url: '/media/ab/1.png' }, 'A', 'about.md', '![A](photos/crane-at-dawn-41.png)'],
  [{ ...crane, title: `${'w'.repeat(59)} x` }, 'A', 'about.md', `![A](photos/${'w'.repeat(59)}-41.jpg)`],
])('a photo has markdown that shows it', (photo, alt, from, markdown) => {
  expect(photoMarkdown(photo, alt, from)).toBe(markdown)
  const [reference] = parseMarkdown(markdown).images
  const path = reference && imagePath(reference, from)
  expect(typeof path === 'string' && photoId(path)).toBe(41)
})

test.each(['a ![b](c) d', '](x)', '[', '\\', '`a', '<b>', '*a* & "b"', 'a`]`b'])(
  'words of any kind stay one image: %s',
  (alt) => {
    const { images } = parseMarkdown(
      `Before ${photoMarkdown(crane, `a ${alt} z`, 'about.md')} after \`code\``,
    )
    expect(images).toHaveLength(1)
    expect(images[0]?.address).toBe('photos/crane-at-dawn-41.jpg')
    expect(images[0]?.alt).toMatch(/^a .*z$/)
  },
)

test('escapes markdown in an alternative text', () => {
  const words = '*a* __b__ ~~c~~ <https://example.test/> &amp; d_e'
  const [reference] = parseMarkdown(photoMarkdown(crane, words, 'about.md')).images
  expect(reference?.alt).toBe(words)
})

test('a photo is as large as in a build, with its other files for other screens', () => {
  const srcset = [640, 1280, 2560].map((width) => ({ url: `/media/ab/${width}.jpg`, width }))
  const large = photoFiles({ ...crane, width: 4000, height: 3000, srcset })
  expect(imageMarkup(large, 'A', true)).toBe(
    '<picture><img src="/media/ab/1280.jpg" srcset="/media/ab/1280.jpg 1280w, /media/ab/640.jpg 640w, ' +
      '/media/ab/2560.jpg 2560w" sizes="(min-width:42.5rem) 40rem, calc(100vw - 2.5rem)" ' +
      'width="1280" height="960" alt="A"></picture>',
  )
  const original = [{ url: '/media/ab/1.jpg', width: 300 }]
  const small = photoFiles({ ...crane, width: 300, height: 201, srcset: original })
  expect(imageMarkup(small, 'A', true)).toContain('src="/media/ab/1.jpg" width="300" height="201"')
})

test.each([
  ['photos/crane-at-dawn-41.jpg', 41],
  ['photos/2024-7.png', 7],
  ['photos/image-900719925474.webp', 900719925474],
])('%s is the photo %s', (path, id) => {
  expect(photoId(path)).toBe(id)
})

test.each([
  ...['photos/crane-at-dawn-41', 'photos/crane-at-dawn.jpg', 'photos/41.jpg', 'photos/-41.jpg'],
  ...['photos/crane--41.jpg', 'photos/crane-041.jpg', 'photos/Crane-41.jpg', 'photos/2024/crane-41.jpg'],
  ...['photos/crane-9007199254740993.jpg', 'cv/photos/crane-41.jpg', 'crane-41.jpg'],
])('%s is not a photo', (path) => {
  expect(photoId(path)).toBeUndefined()
})

test('thousands of images that are never closed take no longer than other words', () => {
  const source = '!['.repeat(40_000)
  expect(parseMarkdown(source).text.trim()).toBe(source)
})
