/**
 * Makes the font files in web/ and pdf/ from the published fonts: node ssg/fonts/make-subsets.mjs
 * Needs: npm install --no-save subset-font@2.9.0 @fontsource-variable/figtree@5.3.0 @fontsource/instrument-serif@5.3.0 \
 *   @expo-google-fonts/figtree@0.4.1 inter-ui@4.1.1
 * The sizes of fallback faces in fonts.css and the letters in ../model/pdf-letters.mjs follow from these files; tests compare them.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const figtree = '@fontsource-variable/figtree'
const serif = '@fontsource/instrument-serif'
const here = (path) => join(import.meta.dirname, path)
const source = (name) => readFile(require.resolve(name))
const copy = (name, to) => copyFile(require.resolve(name), here(to))

const latin = '20-7E,A0-A1,A3,A7,A9,AB,AE,B0,B7,BB,BF-FF,152-153,2013-2014,2018-201E,2022,2026,20AC'
const webFeatures = ['kern', 'liga', 'tnum', 'ccmp', 'mark']
const interFeatures = ['kern', 'ccmp', 'mark', 'mkmk']
/** Inter's design for running text. */
const textDesign = { opsz: 14 }
/** Latin letters that Figtree may lack, such as Vietnamese and Yoruba ones. */
const rareLetters = '164-2AF,300-36F,1E00-1EFF'
const greek = '370-3FF,1F00-1FFF'
const cyrillic = '400-4FF'

const cutForWeb = async (name, characters, options, to) => {
  const subset = await subsetFont(await source(name), characters, { targetFormat: 'woff2', ...options })
  await writeFile(here(`web/${to}`), subset)
}

await cutForWeb(
  `${figtree}/files/figtree-latin-wght-normal.woff2`,
  charactersOf(latin),
  { keepFeatures: webFeatures, variationAxes: { wght: { min: 400, max: 700 } } },
  'figtree.woff2',
)
await cutForWeb(
  `${serif}/files/instrument-serif-latin-400-italic.woff2`,
  charactersOf(latin),
  { keepFeatures: webFeatures },
  'instrument-serif.woff2',
)
await copy(`${figtree}/files/figtree-latin-ext-wght-normal.woff2`, 'web/figtree-ext.woff2')
await copy(`${serif}/files/instrument-serif-latin-ext-400-italic.woff2`, 'web/instrument-serif-ext.woff2')
// Combining marks come from the font of the letters below them.
const ext = create(await readFile(here('web/figtree-ext.woff2')))
const lacking = Array.from(charactersOf(rareLetters)).filter(
  (letter) => /\p{M}/u.test(letter) || !ext.hasGlyphForCodePoint(letter.codePointAt(0)),
)
for (const [file, characters] of [
  ['inter', lacking.join('')],
  ['inter-greek', charactersOf(greek)],
  ['inter-cyrillic', charactersOf(cyrillic)],
]) {
  await cutForWeb(
    'inter-ui/variable/InterVariable.woff2',
    characters,
    { keepFeatures: interFeatures, variationAxes: { ...textDesign, wght: { min: 400, max: 700 } } },
    `${file}.woff2`,
  )
}
await copy(`${figtree}/LICENSE`, 'web/figtree-OFL.txt')
await copy(`${serif}/LICENSE`, 'web/instrument-serif-OFL.txt')
await copy('inter-ui/LICENSE.txt', 'web/inter-OFL.txt')

// PDF has no variable fonts.
const pdfCharacters = charactersOf(`20-7E,A0-161,${rareLetters},2BB-2BC,${greek},400-52F,2010-2026,20A0-20BF`)
for (const [style, file, wght, slope] of [
  ['regular', '400Regular/Figtree_400Regular', 400, ''],
  ['bold', '600SemiBold/Figtree_600SemiBold', 600, ''],
  ['italic', '400Regular_Italic/Figtree_400Regular_Italic', 400, '-Italic'],
  ['bold-italic', '600SemiBold_Italic/Figtree_600SemiBold_Italic', 600, '-Italic'],
]) {
  await copy(`@expo-google-fonts/figtree/${file}.ttf`, `pdf/figtree-${style}.ttf`)
  const inter = await subsetFont(
    await source(`inter-ui/variable/InterVariable${slope}.woff2`),
    pdfCharacters,
    {
      targetFormat: 'sfnt',
      keepFeatures: interFeatures,
      variationAxes: { ...textDesign, wght },
    },
  )
  await writeFile(here(`pdf/inter-${style}.ttf`), inter)
}

/** The characters of hexadecimal ranges such as `20-7E,A0`. */
function charactersOf(ranges) {
  const points = ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((point) => parseInt(point, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return points.map((point) => String.fromCodePoint(point)).join('')
}
