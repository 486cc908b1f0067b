import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'

const html = (source: string) =>
  parseMarkdown(source)
    .render({ headingId: (id) => id, image: ({ alt }) => alt })
    .replaceAll(' dir="auto"', '')

test.each([
  ['**50%**off', '<strong>50%</strong>off'],
  ['これは**「大事」**です。', 'これは<strong>「大事」</strong>です。'],
  ['**注意：**请先阅读', '<strong>注意：</strong>请先阅读'],
  ['a**, and** b', 'a<strong>, and</strong> b'],
  ['*50%*off and ~~$5~~now', '<em>50%</em>off and <s>$5</s>now'],
  ['**Note (**bold**)**', '<strong>Note (</strong>bold<strong>)</strong>'],
  ['*foo "*bar*" foo*', '<em>foo &quot;</em>bar<em>&quot; foo</em>'],
  // What asterisks are not for.
  ['prices*, taxes*, fees* and (net*)', 'prices*, taxes*, fees* and (net*)'],
  ['5 * 3 ** 2 and ** 50 **', '5 * 3 ** 2 and ** 50 **'],
  ['snake_"case"_name', 'snake_&quot;case&quot;_name'],
])('emphasis in %j', (source, inside) => {
  expect(html(source)).toBe(`<p>${inside}</p>`)
})

test.each([
  '## Ports',
  'Before\n## Ports',
  '- one\n  - in it\n- two',
  '1. first\n2. second',
  '- ```\n  a\n  ```\n- b',
  '> one\n> two\n> - three',
])('a no-break space after the sign in %j is a space', (source) => {
  const typed = source.replaceAll(/(?<=^ *(?:> ?)?(?:#+|[->]|\d\.)) /gm, '\u00a0')
  expect(typed).not.toBe(source)
  expect(html(typed)).toBe(html(source))
})

test('a no-break space stays in code and between words', () => {
  expect(html('```\n-\u00a0a\n```\n\n    #\u00a0b')).toBe(
    '<pre><code>-\u00a0a\n</code></pre>\n<pre><code>#\u00a0b\n</code></pre>',
  )
  expect(html('5\u00a0% of a - b')).toBe('<p>5\u00a0% of a - b</p>')
})
