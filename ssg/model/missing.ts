import type { SiteContent } from './compile.ts'
import type { Folder, Single } from './kinds.ts'

/** A text that the site should have. */
export interface WantedText {
  /** The file, or the folder that wants an entry. */
  path: Single | Folder
  /** The field of the file; `text` is the part below the fields. Undefined for an entry. */
  field?: string
  label: string
  /** Its description, a full sentence. */
  hint: string
  /** The button's label. */
  action: string
  isWritten: boolean
}

/** Every text that a whole site has, in the order of the pages. */
export const wantedTexts = ({ home, cv, about }: SiteContent): WantedText[] => [
  {
    path: 'home/hero.md',
    field: 'tagline',
    label: 'Write a tagline',
    hint: 'One sentence, large, at the top of the home page.',
    action: 'Write tagline',
    isWritten: home.tagline !== undefined,
  },
  {
    path: 'home/hero.md',
    field: 'typewriter',
    label: 'Write three phrases',
    hint: 'They are typed one after the other under the tagline.',
    action: 'Write phrases',
    isWritten: home.typewriter !== undefined,
  },
  {
    path: 'home/hero.md',
    field: 'text',
    label: 'Introduce yourself',
    hint: 'Two or three sentences under the phrases.',
    action: 'Write introduction',
    isWritten: home.bio !== '',
  },
  {
    path: 'home/interests',
    label: 'Add your interests',
    hint: 'Four fit best, each with a quote.',
    action: 'Add interest',
    isWritten: home.interests.length > 0,
  },
  {
    path: 'cv/profile.md',
    field: 'text',
    label: 'Write a summary',
    hint: 'A few sentences at the top of your CV.',
    action: 'Write summary',
    isWritten: cv.summary !== '',
  },
  {
    path: 'cv/experience',
    label: 'Add your jobs',
    hint: 'Your CV is public from the first one on.',
    action: 'Add job',
    isWritten: cv.experience.length > 0,
  },
  {
    path: 'about.md',
    field: 'text',
    label: 'Write About',
    hint: 'Who you are and how you work.',
    action: 'Write About',
    isWritten: about.body !== '',
  },
]

/** The texts that are still to be written. */
export const missing = (content: SiteContent): WantedText[] =>
  wantedTexts(content).filter(({ isWritten }) => !isWritten)
