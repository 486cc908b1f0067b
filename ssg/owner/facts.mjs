import { missingLetter, missingLetterProblem } from '../model/letters.mjs'
import { asciiMailAddress, invisible } from '../model/mail-address.mjs'

export class InputError extends Error {}

const services = ['youtube', 'linkedin', 'github', 'gitlab', 'medium', 'mastodon']
const icons = [...services, 'video', 'network', 'code', 'article', 'blog']
export const linkForm = 'Title|https://address|handle|icon'
/** Zod's pattern for the build, since this program runs without packages. */
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** The questions in their order. `problem` returns an answer's error, if any. */
export const questions = [
  {
    key: 'name',
    text: 'Your name',
    problem: (answer) =>
      missingGlyph(answer) ?? (answer.length > 100 ? 'is longer than 100 characters' : undefined),
  },
  {
    key: 'email',
    text: 'Your e-mail address',
    problem: (answer) =>
      emailPattern.test(answer)
        ? undefined
        : invisible.test(answer)
          ? 'has an invisible character, such as a zero-width space: type it instead of pasting it'
          : 'is not an e-mail address such as ann@example.com',
  },
  { key: 'role', text: 'Your role, in a few words', problem: missingGlyph },
  { key: 'company', text: 'The company name in the footer', problem: () => undefined },
]

/** Why the build would refuse a letter of the answer. @param {string} answer */
function missingGlyph(answer) {
  const letter = missingLetter(answer)
  if (letter === undefined) return undefined
  const { message, hint } = missingLetterProblem(letter)
  return `cannot be used. ${message}. ${hint.replace(/\.$/, '')}`
}

/** Returns the answer trimmed, an e-mail address with its domain in ASCII. Throws an InputError if it is invalid. */
export function validated(key, given) {
  const plain = given.normalize('NFC').trim()
  if (plain === '') throw new InputError('The pages show it, so an answer is needed.')
  if (/[\p{Cc}\u2028\u2029]/u.test(plain)) throw new InputError(`${JSON.stringify(plain)} must be one line.`)
  const answer = key === 'email' ? asciiMailAddress(plain) : plain
  const fault = questions.find((question) => question.key === key).problem(answer)
  if (fault) throw new InputError(`"${answer}" ${fault}.`)
  return answer
}

/** Parses a link; throws an InputError if it is invalid. @param {string} text @returns {import('./blank.mjs').Link} */
export function readLink(text) {
  const [title = '', url = '', handle, icon, ...more] = text.split('|').map((part) => part.trim())
  if (title === '' || !url.startsWith('https://') || !URL.canParse(url) || more.length > 0)
    throw new InputError(`"${text}" is not of the form ${linkForm}.`)
  const fault = missingGlyph(title + url)
  if (fault) throw new InputError(`"${text}" ${fault}.`)
  if (icon && !icons.includes(icon))
    throw new InputError(`"${icon}" is not an icon: use ${icons.join(', ')}.`)
  const { host, pathname } = new URL(url)
  return { title, url, handle: handle || host + pathname.replace(/\/$/, ''), icon: icon || 'network' }
}
