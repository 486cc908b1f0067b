/** Something that the owner has to give otherwise; its message is all that is said. */
export class Refusal extends Error {}

export const icons = ['video', 'network', 'code', 'article', 'blog']
export const linkForm = 'Title|https://address|handle|icon'
export const linkExample = 'Code|https://git.example.com/ann|annx|code'
/** What the build takes for a mail address: zod's pattern, for this runs without the packages. */
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** What the questions ask for, in their order. `wrong` says what is wrong with an answer, or nothing. */
export const questions = [
  {
    key: 'name',
    text: 'Your name',
    wrong: (answer) =>
      foreignLetters(answer) ?? (answer.length > 100 ? 'is longer than 100 characters' : undefined),
  },
  {
    key: 'email',
    text: 'Your e-mail address',
    wrong: (answer) =>
      emailPattern.test(answer) ? undefined : 'is no mail address: write it like ann@example.com',
  },
  { key: 'role', text: 'What you are, in a few words', wrong: foreignLetters },
  { key: 'company', text: 'The line in the footer', wrong: () => undefined },
]

/** The letters that the font of the CV's PDF lacks are most of those that are not Latin. @param {string} answer */
function foreignLetters(answer) {
  const [letter] = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.exec(answer) ?? []
  return letter && `has the letter "${letter}", and the CV's PDF has Latin letters only: write it in these`
}

/** The answer without spaces around it; throws a Refusal that says what is wrong with it. */
export function checked(key, given) {
  const answer = given.trim()
  const { wrong } = questions.find((question) => question.key === key)
  if (/[\p{Cc}\u2028\u2029]/u.test(answer)) throw new Refusal(`${JSON.stringify(answer)} must be one line.`)
  const fault = wrong(answer)
  if (fault) throw new Refusal(`"${answer}" ${fault}.`)
  return answer
}

/** The link that `text` gives; throws a Refusal that says what is wrong with it. @param {string} text @returns {import('./blank.mjs').Link} */
export function readLink(text) {
  const [title = '', url = '', handle, icon, ...more] = text.split('|').map((part) => part.trim())
  if (title === '' || !/^https?:\/\//.test(url) || !URL.canParse(url) || more.length > 0)
    throw new Refusal(`"${text}" is not ${linkForm}, such as ${linkExample}.`)
  const fault = foreignLetters(title + (handle ?? ''))
  if (fault) throw new Refusal(`"${text}" ${fault}.`)
  if (icon && !icons.includes(icon))
    throw new Refusal(`"${text}" has the icon "${icon}", and an icon is one of ${icons.join(', ')}.`)
  const { host, pathname } = new URL(url)
  return { title, url, handle: handle || host + pathname.replace(/\/$/, ''), icon: icon || 'network' }
}
