// Makes the images of this folder that Go's encoders cannot: `node api/internal/media/testdata/make.mjs` from the project's root.
// Each shows four quarters: red, green / blue, yellow (the grey one: 40, 100 / 160, 220).
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('.', import.meta.url))
const [width, height] = [64, 48]
const colours = [
  [220, 40, 40],
  [40, 170, 60],
  [50, 70, 210],
  [240, 200, 40],
]
const greys = [[40], [100], [160], [220]]

function quarters(channelsOf, channels) {
  const raw = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
      raw.set(channelsOf(quarter, x, y), (y * width + x) * channels)
    }
  }
  return sharp(raw, { raw: { width, height, channels } })
}

const plain = () => quarters((quarter) => colours[quarter], 3)
const grey = () => quarters((quarter) => greys[quarter], 1).toColourspace('b-w')
const holed = () => quarters((quarter) => [...colours[quarter], quarter === 3 ? 0 : 255], 4)
const tagged = (image) =>
  image.withMetadata({ orientation: 6, exif: { IFD0: { Make: 'SECRETCAMERA' } } }).withIccProfile('p3')

const files = {
  'tagged.webp': tagged(plain()).webp({ quality: 90 }),
  'tagged.png': tagged(plain()).png(),
  'tagged.jpg': tagged(plain()).jpeg({ quality: 95 }),
  'transparent.webp': holed().webp({ quality: 90 }),
  'lossless.webp': plain().webp({ lossless: true }),
  'progressive.jpg': plain().jpeg({ quality: 95, progressive: true }),
  'cmyk.jpg': plain().toColourspace('cmyk').jpeg({ quality: 95 }),
  'grey.jpg': grey().jpeg({ quality: 95 }),
  'deep.png': plain().toColourspace('rgb16').png(),
  'animated.webp': sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
    join: { animated: true },
  }).webp({ quality: 80 }),
  'animated.gif': sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
    join: { animated: true },
  }).gif(),
}
for (const [name, image] of Object.entries(files)) await image.toFile(join(folder, name))
