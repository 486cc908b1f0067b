/** The files that exist once, by their path in the content folder. */
export const singles = [
  'site.md',
  'home/hero.md',
  'cv/profile.md',
  'on-the-web/page.md',
  'about.md',
  'terms.md',
] as const

/** The folders of which each file is one entry. */
export const folders = [
  'home/interests',
  'cv/education',
  'cv/experience',
  'cv/early',
  'cv/skills',
  'cv/certifications',
  'cv/languages',
  'cv/tools',
  'on-the-web',
] as const

export type Single = (typeof singles)[number]
export type Folder = (typeof folders)[number]
