/** Latin letters that Unicode does not decompose into a letter and a mark. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't' },
}

/** Small letters, digits and hyphens: 'Why an économist…' gives 'why-an-economist'. Letters of other scripts are left out. */
export function slugify(words: string): string {
  const small = words.toLowerCase().normalize('NFKD')
  const plain = small
    .replace(/[\p{M}'’]/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? '-')
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
