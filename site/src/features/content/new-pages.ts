import { newFile, writeForm } from '#model/form'
import imprint from './new-pages/imprint.md?raw'
import privacy from './new-pages/privacy.md?raw'

/** The owner's facts in these pages. */
export interface OwnerFacts {
  name: string
  email: string
  /** The town and the country. */
  location?: string | undefined
}

/** Pages that many sites need, keyed by the names of their files. They describe a server with its usual settings. */
export const newPages = {
  privacy: {
    title: 'Privacy',
    about: 'What the site stores, for how long, and who answers. Read it before you publish it.',
    description: (name: string) => `What the site of ${name} stores about its visitors, and for how long.`,
    text: privacy,
  },
  imprint: {
    title: 'Imprint',
    about: 'Who answers for the site. Add your postal address if your country asks for it.',
    description: (name: string) => `Who is responsible for the site of ${name}, and how to reach them.`,
    text: imprint,
  },
}

export type NewPageName = keyof typeof newPages

/** The file of a page with the owner's facts. */
export function newPage(page: NewPageName, { name, email, location }: OwnerFacts): string {
  const { title, description, text } = newPages[page]
  const fields = { title, description: description(name).slice(0, 200), heading: title }
  const values: Record<string, string> = {
    name: plain(name),
    email: `[${plain(email)}](mailto:${encodeURI(email)})`,
    owner: plain(location === undefined ? name : `${name}, ${location},`),
    address: plain(location === undefined ? name : `${name}\n${location}`).replace('\n', '\\\n'),
  }
  const body = text.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
  return writeForm('', newFile('pages'), { fields, body })
}

const plain = (text: string) => text.replace(/[\\`*_[\]<>#&]/g, '\\$&')
