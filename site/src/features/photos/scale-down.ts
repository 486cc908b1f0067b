/** The longest side of a picture that was scaled down, in pixels: the site shows none larger, but for opening it by itself. */
export const longestSide = 2560

const quality = 0.9

/** Formats that a canvas writes. GIFs may move. */
const scalable = ['image/jpeg', 'image/png', 'image/webp']

/** The same picture, upright, with no side longer than `longestSide`; the file itself where it is none larger or cannot be read here. */
export async function scaleDown(file: File): Promise<File> {
  if (!scalable.includes(file.type)) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const { width, height } = bitmap
  const factor = longestSide / Math.max(width, height)
  const canvas = new OffscreenCanvas(Math.round(width * factor), Math.round(height * factor))
  const context = factor < 1 ? canvas.getContext('2d') : null
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  if (!context) return file
  const scaled = await canvas.convertToBlob({ type: file.type, quality })
  // A browser that cannot write the format writes a PNG.
  if (scaled.type !== file.type || scaled.size >= file.size) return file
  return new File([scaled], file.name, { type: scaled.type, lastModified: file.lastModified })
}
