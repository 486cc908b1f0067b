// Adds globals of browsers and Node that QuickJS lacks. The other modules of the script expect them, so this one comes first.
import 'core-js/stable/atob'
import 'core-js/web/queue-microtask'
import 'core-js/web/url'

class Encoder {
  encode(text = ''): Uint8Array {
    const binary = text.replace(/\P{ASCII}+/gu, (letters) =>
      encodeURIComponent(letters).replace(/%(..)/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      ),
    )
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  }
}

class Decoder {
  readonly #encoding: string
  constructor(encoding = 'utf-8') {
    this.#encoding = encoding.toLowerCase()
  }
  decode(bytes: Uint8Array): string {
    if (this.#encoding === 'utf-8')
      return decodeURIComponent(
        Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      )
    const units = this.#encoding.startsWith('utf-16') ? pairs(bytes, this.#encoding === 'utf-16be') : bytes
    return Array.from(units, (unit) => String.fromCharCode(unit)).join('')
  }
}

function* pairs(bytes: Uint8Array, bigEndian: boolean): Generator<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 1 < bytes.length; at += 2) yield view.getUint16(at, !bigEndian)
}

/** pdfkit collects its output in one. */
class Bytes {
  readonly #parts: readonly Uint8Array[]
  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.#parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of this.#parts) {
      whole.set(part, at)
      at += part.length
    }
    return Promise.resolve(whole.buffer)
  }
}

/** Characters as readers see them (UAX 29), without the rules for Korean and Indic syllables. */
class Segmenter {
  static readonly #cluster = /\r\n|\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Emoji_Modifier}]|\u200d.)*/gsu
  segment(text: string) {
    return Array.from(text.matchAll(Segmenter.#cluster), ([segment]) => ({ segment }))
  }
}

/** React's module makes one; rendering to static markup sends nothing through it. */
class Channel {
  port1 = {}
  port2 = { postMessage: () => undefined }
}

/** The script never waits: a timer's turn comes when the current work is done. */
const timer = (work: () => void): number => {
  queueMicrotask(work)
  return 0
}

Object.assign(globalThis, {
  TextEncoder: Encoder,
  TextDecoder: Decoder,
  Blob: Bytes,
  Intl: { Segmenter },
  MessageChannel: Channel,
  performance: { now: () => Date.now() },
  setTimeout: timer,
  clearTimeout: () => undefined,
  console: { log: () => undefined, warn: () => undefined, error: () => undefined },
})
