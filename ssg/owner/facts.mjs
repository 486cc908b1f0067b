import { missingLetter, missingLetterProblem } from '../model/letters.mjs'
import { asciiMailAddress, invisible } from '../model/mail-address.mjs'

/** An answer of the owner that cannot be used. The message alone is printed. */
export class InputError extends Error {}

export const icons = ['video', 'network', 'code', 'article', 'blog']
export const linkForm = 'Title|https://address|handle|icon'
export const linkExample = 'Code|https://git.example.com/ann|annx|code'
/** What the build takes for a mail address: zod's pattern, for this runs without the packages. */
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** The questions in their order. `problem` returns an answer's error, if any. */
export const questions = [
  {
    key: 'name',
    text: 'Your name',
    problem: (answer) =>
      unshownLetter(answer) ?? (answer.length > 100 ? 'is longer than 100 characters' : undefined),
  },
  {
    key: 'email',
    text: 'Your e-mail address',
    problem: (answer) =>
      emailPattern.test(answer)
        ? undefined
        : invisible.test(answer)
          ? 'has an invisible character, such as a zero-width space: type it instead of pasting it'
          : 'is no mail address: write it like ann@example.com',
  },
  { key: 'role', text: 'What you are, in a few words', problem: unshownLetter },
  { key: 'company', text: 'The line in the footer', problem: () => undefined },
]

/** Why the build would refuse the answer for one of its letters. @param {string} answer */
function unshownLetter(answer) {
  const letter = missingLetter(answer)
  if (letter === undefined) return undefined
  const { message, hint } = missingLetterProblem(letter)
  return `cannot be used. ${message}. ${hint.replace(/\.$/, '')}`
}

/**
 * The answer without spaces around it, an address with its domain in ASCII; throws an InputError if
 * it is invalid.
 */
export function validated(key, given) {
  const plain = given.normalize('NFC').trim()
  const answer = key === 'email' ? asciiMailAddress(plain) : plain
  const { problem } = questions.find((question) => question.key === key)
  if (/[\p{Cc}\u2028\u2029]/u.test(answer))
    throw new InputError(`${JSON.stringify(answer)} must be one line.`)
  const fault = problem(answer)
  if (fault) throw new InputError(`"${answer}" ${fault}.`)
  return answer
}

/** The link that `text` gives; throws an InputError if it is invalid. @param {string} text @returns {import('./blank.mjs').Link} */
export function readLink(text) {
  const [title = '', url = '', handle, icon, ...more] = text.split('|').map((part) => part.trim())
  if (title === '' || !/^https?:\/\//.test(url) || !URL.canParse(url) || more.length > 0)
    throw new InputError(`"${text}" is not ${linkForm}, such as ${linkExample}.`)
  if (!url.startsWith('https://'))
    throw new InputError(`"${text}" has an address without encryption: give it with https://.`)
  const fault = unshownLetter(title + url)
  if (fault) throw new InputError(`"${text}" ${fault}.`)
  if (icon && !icons.includes(icon))
    throw new InputError(`"${text}" has the icon "${icon}", and an icon is one of ${icons.join(', ')}.`)
  const { host, pathname } = new URL(url)
  return { title, url, handle: handle || host + pathname.replace(/\/$/, ''), icon: icon || 'network' }
}
