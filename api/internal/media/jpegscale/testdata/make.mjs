// Makes the JPEGs of this folder: `node api/internal/media/jpegscale/testdata/make.mjs` from the project's root. They come from
// libjpeg's descendants, with optimised Huffman tables and other quantisation than Go's encoder writes.
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('.', import.meta.url))

function scene(width, height) {
  const raw = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = (x * 3 + y * 2) % 41 < 7 ? 60 : 0
      const at = (y * width + x) * 3
      raw[at] = (x * 190) / width + edge
      raw[at + 1] = (y * 190) / height + edge
      raw[at + 2] = ((x + y) * 190) / (width + height) + ((x * 7919 + y * 104729) % 29)
    }
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

const variants = {
  plain: { quality: 80 },
  'full-colours': { quality: 92, chromaSubsampling: '4:4:4' },
  'best-quality': { quality: 100, chromaSubsampling: '4:4:4' },
  'least-quality': { quality: 3 },
  'typical-tables': { quality: 80, optimiseCoding: false },
  'other-quantisation': { quality: 85, quantisationTable: 3 },
  trellis: { quality: 75, trellisQuantisation: true, overshootDeringing: true },
}
for (const [name, options] of Object.entries(variants)) {
  await scene(83, 61).jpeg(options).toFile(join(folder, `${name}.jpg`))
}
await scene(83, 61).greyscale().jpeg({ quality: 85 }).toFile(join(folder, 'grey.jpg'))
