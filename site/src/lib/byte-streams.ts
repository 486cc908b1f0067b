/**
 * Makes streams of bytes, for which React asks, where the browser has none, as Safari before 26.4: a stream that hands on the same
 * pieces stands for one. Who reads into a buffer of their own needs more.
 */
export function allowByteStreams(): void {
  try {
    new ReadableStream({ type: 'bytes' })
  } catch {
    globalThis.ReadableStream = new Proxy(ReadableStream, {
      construct: (Plain, [source, strategy]: ConstructorParameters<typeof ReadableStream>) =>
        new Plain({ ...source, type: undefined }, strategy),
    })
  }
}
