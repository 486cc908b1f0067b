import { newFile, writeForm } from './form.ts'

/** The owner's facts in these pages. */
export interface OwnerFacts {
  name: string
  email: string
  /** The town and the country. */
  location?: string | undefined
}

interface NewPage {
  title: string
  /** Its purpose, as a full sentence. */
  about: string
  description: (facts: OwnerFacts) => string
  text: (facts: OwnerFacts) => string
}

const plain = (text: string) => text.replace(/[\\`*_[\]<>#&]/g, '\\$&')
const mailLink = (email: string) => `[${plain(email)}](mailto:${encodeURI(email)})`

/** Pages that many sites need, keyed by the names of their files. They describe a server with its usual settings. */
export const newPages = {
  privacy: {
    title: 'Privacy',
    about: 'What the site stores, for how long, and who answers. Read it before you publish it.',
    description: ({ name }) => `What the site of ${name} stores about its visitors, and for how long.`,
    text: ({ name, email, location }) => `
You can read this site without telling it who you are. It has no advertising and loads nothing from other companies.

## If you only read

- **Visits.** The site counts how often each page is opened on a day, and from which other site its visitors come. Your address, a cookie or another identifier is not stored with it, so nobody can be recognised in these numbers. If your browser asks not to be tracked, your visit is not counted.
- **Downloads.** The same holds for documents: their downloads are counted for each day.
- **Cookies.** There are none for readers. If you choose the light or the dark theme, your browser remembers it on your device.
- **The server's log.** It has one line for each request, without your address. The company that runs the server sees your address, because its answers have to reach you, and may keep a log of its own for a short time.

Visits and downloads are deleted after 13 months.

## If you have an account

- **Your account.** Your name, your e-mail address and, if you wrote one, the note on your interests. Your password is stored in a form from which nobody can read it.
- **Your sessions.** The browser and the address from which you signed in. A session ends after 14 days without use, and after 30 days in any case. Your browser stores what it needs to stay signed in. A cookie recognises your device at the next sign-in, for two years.
- **The audit log.** Sign-ins, and changes of accounts and of documents, with the address from which they came. The address is shortened after 90 days, and an entry is deleted after two years.
- **Mails.** You get mail about your account, such as a link for a new password, and no other.

Under your profile you can download what is stored about you, and delete your account. It is removed at once. Entries of the audit log stay until they are two years old.

## Backups

The site is copied so that nothing is lost if its server fails. What you delete is in older copies until these are deleted, after about a month.

## Your rights

You may ask what is stored about you, have it corrected or deleted, or object to its use. You may also complain to the authority for data protection of your country.

## Who answers

${plain(name)}${location === undefined ? '' : `, ${plain(location)},`} is responsible for this site. Write to ${mailLink(email)}.
`,
  },
  imprint: {
    title: 'Imprint',
    about: 'Who answers for the site. Add your postal address if your country asks for it.',
    description: ({ name }) => `Who is responsible for the site of ${name}, and how to reach them.`,
    text: ({ name, email, location }) => `
## Responsible for this site

${[name, location ?? ''].filter(Boolean).map(plain).join('\\\n')}

E-mail: ${mailLink(email)}

## Links to other sites

Pages that this site links to belong to others, who are responsible for them. They were looked at when the link was made. If something there is wrong or against the law, please write, and the link is removed.

## Copyright

Texts, photos and documents on this site belong to ${plain(name)} or to the people named beside them. Please ask before you publish them elsewhere.
`,
  },
} as const satisfies Record<string, NewPage>

export type NewPageName = keyof typeof newPages

/** The file of a page with the owner's facts. */
export function newPage(page: NewPageName, facts: OwnerFacts): string {
  const { title, description, text } = newPages[page]
  const fields = { title, description: description(facts).slice(0, 200), heading: title }
  return writeForm('', newFile('pages'), { fields, body: text(facts) })
}
