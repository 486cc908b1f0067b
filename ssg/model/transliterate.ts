/**
 * Returns a function that writes a text in ASCII, such as 'Moya istoriya' for 'Моя история'. The table of all scripts (170 kB) is
 * loaded only if one of `texts` needs it.
 */
export async function transliterator(texts: readonly string[]): Promise<(text: string) => string> {
  if (!texts.some((text) => otherScript.test(text))) return (text) => text
  const { default: transliterate } = await import('any-ascii')
  return transliterate
}

const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
