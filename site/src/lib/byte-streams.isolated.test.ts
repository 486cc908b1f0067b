import { createElement } from 'react'
import { prerender } from 'react-dom/static.browser'
import { expect, test, vi } from 'vitest'
import { expectConsole } from '../testing/console-watch'
import { allowByteStreams } from './byte-streams'

test('React renders where the browser makes no streams of bytes', async () => {
  vi.stubGlobal(
    'ReadableStream',
    new Proxy(ReadableStream, {
      construct(
        Native,
        [source, ...rest]: [UnderlyingByteSource | UnderlyingDefaultSource, QueuingStrategy?],
      ) {
        if (source.type === 'bytes') throw new TypeError('ReadableByteStreamController is not implemented')
        return new Native(source, ...rest)
      },
    }),
  )
  const render = async () => {
    const { prelude } = await prerender(createElement('p', null, 'Ä'.repeat(5000)))
    return new Response(prelude).text()
  }
  expectConsole('error', 'not implemented')
  await expect(render()).rejects.toThrow('not implemented')
  allowByteStreams()
  expect(await render()).toBe(`<p>${'Ä'.repeat(5000)}</p>`)
})
