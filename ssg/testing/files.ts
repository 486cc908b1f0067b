/** `site.md` with other values of some fields, or further ones. */
export function site(fields: Record<string, string> = {}): string {
  const all = {
    name: 'Ann Sample',
    initials: 'AS',
    company: 'Sample Works',
    email: 'ann@example.test',
    role: 'Tester of builds',
    description: 'A small site that exists to be built.',
    nationality: 'None',
    ...fields,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\n`)
  return `---\n${lines.join('')}---\n`
}

/** `home/hero.md` with this text. */
export const hero = (text: string, fields = '') =>
  `---\ntitle: T\ntagline: T\ntypewriter: [One, Two, Three]\n${fields}---\n\n${text}\n`

/** `about.md`, `cv/profile.md` or `on-the-web/page.md`. */
export const page = (text: string, fields = 'title: A\ndescription: B.\nheading: C') =>
  `---\n${fields}\n---\n\n${text}\n`

/** An entry of `cv/education`, `cv/experience` or `cv/early`. */
export const job = (fields: string, text = 'Text.') =>
  `---\ntitle: Job\norganisation: Works\n${fields}\n---\n\n${text}\n`
