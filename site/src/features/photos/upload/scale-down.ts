/** The longest side of a scaled photo, in pixels. Pages never show a larger one; only opening the file does. */
export const longestSide = 2560

const quality = 0.9

/** Formats that a canvas can write. GIFs are left out since they may be animated. */
const scalable = ['image/jpeg', 'image/png', 'image/webp']

/** Scales a photo down to `longestSide`, upright. Returns smaller photos and unreadable files unchanged. */
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
  // A browser that cannot write the format falls back to PNG.
  if (scaled.type !== file.type || scaled.size >= file.size) return file
  return new File([scaled], file.name, { type: scaled.type, lastModified: file.lastModified })
}
