/** Small letters, digits and hyphens: 'Why an économist…' gives 'why-an-economist'. */
export function slugify(words: string): string {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
