import type { Draft } from './entries.ts'

/** Frequent short words of each language. Some are in several languages, which tells these apart from the others. */
const words = Object.entries({
  en: 'a an and are as at by for from had has have in is my of on or our that the their this to was which who with',
  de: 'als am an auch auf aus bei das dem den der des die durch ein eine einem einen einer eines für ich im in ist mit nach nicht sind sowie über um und unter vom von werden wird zu zum zur',
  nl: 'aan als bij binnen dat de der die door een en het ik in is met mijn na naar niet om onze ook op over te tot uit van voor was we werd wij zijn',
  fr: "à ainsi au aux avec chez d' dans de des du en est et j' je l' la le les mes nos ou par pour puis qu' que qui ses sont sur un une vers",
  es: 'a al como con de del desde e el en entre es la las los mi más o para por que se sobre su sus un una y',
  it: "a al alla che come con d' da dal dei del della delle di e ed gli i il in l' la le lo mi nei nel nella per presso sono su un una",
  pt: 'à ao aos as com como da das de do dos e em entre mais na nas no nos o os ou para pela pelo por que se sua são um uma é',
}).map(([language, list]) => ({ language, set: new Set(list.split(' ')) }))

/** A script of one language, or that of several, which letters tell apart. */
const scripts: Record<string, (text: string) => string | undefined> = {
  Greek: () => 'el',
  Hebrew: () => 'he',
  // Persian and Urdu have these letters.
  Arabic: (text) => (/[پچژگ]/.test(text) ? undefined : 'ar'),
  Hangul: () => 'ko',
  Han: (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(text) ? 'ja' : 'zh'),
  Hiragana: () => 'ja',
  Katakana: () => 'ja',
  Cyrillic(text) {
    // Belarusian, Serbian and Macedonian have the first ones.
    if (/[ўђјљњћџѓќѕ]/i.test(text)) return undefined
    return /[іїєґ]/i.test(text) ? 'uk' : /[ыэё]/i.test(text) ? 'ru' : undefined
  },
}

/**
 * Returns the code of the language that most of `text` is in: one of seven, or one with a script of its own. Undefined if
 * it is unknown or uncertain, as with a few words.
 */
function detectLanguage(text: string): string | undefined {
  const lettersOf = (script: string) => text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0
  const [[script, letters] = ['', 0]] = Object.keys(scripts)
    .map((script) => [script, lettersOf(script)] as const)
    .sort(([, a], [, b]) => b - a)
  // Names of firms and programs are in Latin letters everywhere.
  if (letters > 8 && letters * 2 > lettersOf('Latin')) return scripts[script]?.(text)
  const all = wordsOf(text)
  const [best, second] = words
    .map(({ language, set }) => ({ language, hits: all.filter((word) => set.has(word)).length }))
    .sort((a, b) => b.hits - a.hits)
  if (!best || !second) return undefined
  const isSure = best.hits > 2 && best.hits > second.hits * 1.3 && best.hits * 12 > all.length
  return isSure ? best.language : undefined
}

/** The words of a text in small letters, without addresses. An article before an apostrophe is a word. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<=\p{L})'(?=\p{L})/gu, "' ")
    .split(/[^\p{L}'./@:-]+/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}']+$/gu, ''))
    .filter(Boolean)

/**
 * The language to propose for a site with `texts`. `declared` is the one that their file gives: programs write
 * English by default, so texts that are clearly in another language come before it.
 */
export function proposedLanguage(texts: readonly string[], declared?: string): string | undefined {
  return declared !== undefined && declared !== 'en'
    ? declared
    : (detectLanguage(texts.join('\n')) ?? declared)
}

/** The parts of drafts that have sentences: no lists of skills, firms or places. */
export const proseOf = (drafts: readonly Pick<Draft, 'fields' | 'text'>[]): string[] =>
  drafts.flatMap(({ fields: { title = '', summary = '' }, text = '' }) => [title, summary, text].flat())
