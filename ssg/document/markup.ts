/** A tag of a page, with its attributes as the browser would read them. */
export interface Tag {
  name: string
  attributes: Map<string, string>
}

const tagPattern = /<([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi
const attributePattern = /([^\s=]+)(?:="([^"]*)")?/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** The opening tags of generated markup, with attributes in double quotes and everything escaped. */
export function* tags(markup: string): Generator<Tag> {
  for (const [, name = '', list = ''] of markup.matchAll(tagPattern)) {
    const attributes = new Map<string, string>()
    for (const [, key = '', value = ''] of list.matchAll(attributePattern))
      attributes.set(key.toLowerCase(), unescape(value))
    yield { name: name.toLowerCase(), attributes }
  }
}

const unescape = (value: string) =>
  value.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
