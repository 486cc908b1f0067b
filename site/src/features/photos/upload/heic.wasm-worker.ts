/**
 * Converts HEIC photos to JPEG. Servers send scripts named *.wasm-worker-* with a separate content security policy, since
 * pages may not run WebAssembly. The decoder is not imported because its licence requires it to be a separate file.
 */

/** The part of libheif-js used here. */
interface Decoder {
  HeifDecoder: new () => { decode: (file: Uint8Array) => DecodedImage[] }
}
interface DecodedImage {
  is_primary: () => boolean
  get_width: () => number
  get_height: () => number
  /** Writes the upright photo's pixels; calls back with null if it cannot be decoded. */
  display: (into: ImageData, done: (pixels: ImageData | null) => void) => void
}

export interface HeicRequest {
  file: Blob
  /** The URLs of libheif-js. */
  script: string
  program: string
}

declare function importScripts(address: string): void
declare const libheif: (options: { wasmBinary: ArrayBuffer }) => Decoder

const quality = 0.92

addEventListener('message', ({ data }: MessageEvent<HeicRequest>) => {
  void convert(data).then(
    (jpeg) => postMessage(jpeg),
    () => postMessage(null),
  )
})

/** Uses the browser's decoder if it has one for HEIC, as Safari does. */
async function convert({ file, script, program }: HeicRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap) return encode(bitmap.width, bitmap.height, (canvas) => canvas.drawImage(bitmap, 0, 0))
  const bytes = new Uint8Array(await file.arrayBuffer())
  importScripts(script)
  const { HeifDecoder } = libheif({ wasmBinary: await (await fetch(program)).arrayBuffer() })
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((other) => other.is_primary()) ?? images[0]
  if (!image) throw new Error('There is no photo in the file.')
  const pixels = await new Promise<ImageData>((resolve, reject) => {
    image.display(new ImageData(image.get_width(), image.get_height()), (decoded) =>
      decoded ? resolve(decoded) : reject(new Error('The photo cannot be decoded.')),
    )
  })
  const jpeg = await encode(pixels.width, pixels.height, (canvas) => canvas.putImageData(pixels, 0, 0))
  return withProfile(jpeg, colourProfile(bytes))
}

function encode(
  width: number,
  height: number,
  draw: (canvas: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  draw(context)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** The ICC profile of the first photo in a HEIC file, in its box "colr"; null for none. ISO/IEC 14496-12, 12.1.5. */
function colourProfile(file: Uint8Array): Uint8Array | null {
  const text = new TextDecoder('latin1').decode(file.subarray(0, 2 ** 16))
  const at = text.indexOf('colrprof')
  if (at < 4) return null
  const size = new DataView(file.buffer).getUint32(at - 4)
  return file.slice(at + 8, at - 4 + size)
}

/** Replaces the browser's profile in a JPEG. One segment (ICC.1:2010, B.4) is large enough for the profiles of cameras. */
async function withProfile(jpeg: Blob, profile: Uint8Array | null): Promise<Blob> {
  const length = 2 + 14 + (profile?.length ?? 0)
  if (!profile || length > 0xffff) return jpeg
  const name = new TextEncoder().encode('ICC_PROFILE\0\x01\x01')
  const parts: BlobPart[] = [
    jpeg.slice(0, 2),
    new Uint8Array([0xff, 0xe2, length >> 8, length & 0xff, ...name, ...profile]),
  ]
  const file = new DataView(await jpeg.arrayBuffer())
  const [app2, startOfScan] = [0xffe2, 0xffda]
  let at = 2
  while (file.getUint16(at) !== startOfScan) {
    const end = at + 2 + file.getUint16(at + 2)
    if (file.getUint16(at) !== app2) parts.push(jpeg.slice(at, end))
    at = end
  }
  return new Blob([...parts, jpeg.slice(at)], { type: jpeg.type })
}
