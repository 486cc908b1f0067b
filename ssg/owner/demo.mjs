import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** @type {Record<string, string>} The hashes of the sample person's files. */
const demoFiles = JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8'))

/**
 * Whether operating systems or editors leave files of this name behind, or hide them.
 * @param {string} name
 */
export const isLitter = (name) =>
  name.startsWith('.') || /^(thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r)$/i.test(name)

/** The files below `folder` but its README, sorted by path. @param {string} folder */
export const contentFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && !isLitter(item.name))
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .filter((path) => path !== 'README.md')
    .sort()

/** Names that only the sample person's texts have, whatever else was changed in them. */
const names = /Quillane|Edda\b|example\.test|Halyard Ledger|Tidewater Logistics/

/** @param {string} text */
export const hashOf = (text) =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url').slice(0, 16)

/** Whether this text is unchanged since it came with the project. @param {string} path @param {string} text */
export const isDemoText = (path, text) => path in demoFiles && demoFiles[path] === hashOf(text)

/** Whether the folder holds the sample person's texts and no others, all unchanged. @param {string} folder */
export function isAllDemo(folder) {
  const texts = contentFiles(folder).filter((path) => path.endsWith('.md'))
  return (
    texts.length === Object.keys(demoFiles).length &&
    texts.every((path) => isDemoText(path, readFileSync(join(folder, path), 'utf8')))
  )
}

/** Whether the text still has something of the sample person. The terms are for any owner. @param {string} path @param {string} text */
export const hasDemoWords = (path, text) =>
  path !== 'terms.md' && (isDemoText(path, text) || names.test(text))
