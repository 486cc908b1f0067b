import type { ImportFacts } from './result.ts'

/** The facts without the empty ones; first and last name come from `name` unless they are known. */
export function factsOf(
  { location = '', ...facts }: Partial<Record<Exclude<keyof ImportFacts, 'links'> | 'location', string>>,
  links: ImportFacts['links'] = [],
): ImportFacts {
  const { name = '' } = facts
  const words = name.split(' ')
  const [town, country] = townOf(location)
  const first_name = words.slice(0, -1).join(' ') || name
  const last_name = words.length > 1 ? words.at(-1) : ''
  return { ...present({ first_name, last_name, town, country }), ...present(facts), links }
}

const present = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))

/** The town and the country of "Gothenburg, Västra Götaland, Sweden". */
function townOf(text: string): [town: string | undefined, country: string | undefined] {
  const parts = text.split(',').map((part) => part.trim())
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
}

export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
