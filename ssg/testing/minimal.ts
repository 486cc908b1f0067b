/** The content of a site of which only a name, a role and an e-mail address are known. */
export const minimalTexts: ReadonlyMap<string, string> = new Map([
  [
    'site.md',
    '---\nname: Mara Lind\ninitials: ML\nemail: mara@example.test\nrole: Service designer\ndescription: Mara Lind, service designer.\n---\n',
  ],
  ['home/hero.md', '---\n---\n'],
  ['cv/profile.md', '---\ntitle: CV\ndescription: The CV of Mara Lind.\nheading: Curriculum vitae\n---\n'],
  [
    'on-the-web/page.md',
    '---\ntitle: On the Web\ndescription: Where to find Mara Lind.\nheading: On the Web\n---\n',
  ],
  ['about.md', '---\ntitle: About\ndescription: About Mara Lind.\nheading: About me\n---\n'],
  ['terms.md', '---\nheading: Terms and Conditions\nupdated: May 1st, 2026\n---\n\nThe terms.\n'],
])
