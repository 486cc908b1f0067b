import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentFiles } from './demo.mjs'

/**
 * @typedef {{ title: string, url: string, handle: string, icon: string }} Link
 * @typedef {{ name: string, email: string, company: string, role: string, links: Link[] }} Facts
 */

/** The start of every text that the owner still has to write. The build lists the files that have it. */
export const placeholder = 'To write:'

const templates = join(import.meta.dirname, 'blank')

/**
 * The files of a content folder with the owner's facts and placeholders, by path.
 * @param {Facts} facts
 * @returns {Map<string, string>}
 */
export function blankContent({ name, email, company, role, links }) {
  const quoted = {
    name,
    email,
    company,
    role,
    initials: initialsOf(name),
    cvDescription: `The CV of ${name}.`,
    webDescription: `Where else to find ${name}.`,
    aboutDescription: `About ${name}.`,
  }
  const fill = (/** @type {string} */ text) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key) => (key === 'mail' ? email : JSON.stringify(quoted[key])))
  const files = new Map(
    contentFiles(templates).map((path) => [path, fill(readFileSync(join(templates, path), 'utf8'))]),
  )
  const cards =
    links.length > 0 ? links : [{ title: `${placeholder} a place on the web (coming soon)`, icon: 'blog' }]
  for (const [index, card] of cards.entries()) {
    const fields = Object.entries({ ...card, order: index + 1 }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
    )
    const path = `on-the-web/${card.icon}-${index + 1}.md`
    files.set(path, `---\n${fields.join('')}---\n\n${placeholder} one line on what is there.\n`)
  }
  return files
}

/** @param {string} name */
function initialsOf(name) {
  const words = name.split(/[\s-]+/u).filter((word) => /^[\p{Lu}\p{Ll}\p{Lo}]/u.test(word))
  const chosen = words.length > 3 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '').toLocaleUpperCase('en')][0]).join('') || 'ME'
}
