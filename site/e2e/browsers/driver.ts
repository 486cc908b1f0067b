import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** One element as a person finds it: by its role and name, its label, or its text; by a selector where it has none. */
export interface Query {
  role?: string
  name?: string
  label?: string
  text?: string
  css?: string
  /** The element that contains it. */
  within?: Query
}

/** An element of the page that is shown. */
export interface Element {
  click: () => Promise<void>
  /** Replaces the field's value by `text`. */
  type: (text: string) => Promise<void>
  /** Chooses the option of that label. */
  select: (label: string) => Promise<void>
  /** Chooses local files in a file field. */
  upload: (paths: readonly string[]) => Promise<void>
  screenshot: () => Promise<Buffer>
}

/** A browser with one window, driven over WebDriver. */
export interface Driver {
  /** The engine's name and version. */
  readonly engine: string
  goto: (url: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** Presses a key where the focus is. */
  press: (key: 'Enter' | 'Escape') => Promise<void>
  /** Runs a function in the page. It sees its arguments and the page alone. */
  evaluate: <A extends unknown[], R>(run: (...args: A) => R, ...args: A) => Promise<R>
  /** The one visible element that `query` names; null while there is none. Throws when there are several. */
  find: (query: Query) => Promise<Element | null>
  screenshot: () => Promise<Buffer>
  /** All that consoles have shown so far, each as `level: text`, with uncaught errors. */
  readonly console: readonly string[]
  /** Ends the browser and everything that was started for it. */
  close: () => Promise<void>
}

declare global {
  interface Window {
    TestingLibraryDom?: {
      queryAllByRole: (root: HTMLElement, role: string, options: object) => HTMLElement[]
      queryAllByLabelText: (root: HTMLElement, label: string) => HTMLElement[]
      queryAllByText: (root: HTMLElement, text: string) => HTMLElement[]
    }
  }
}

/** The script that `findInPage` uses: DOM Testing Library, which finds by role and accessible name in any engine. */
export const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Runs in the page: what `Driver.find` answers, or 'no library' before `testingLibrary` ran there. */
export function findInPage(query: Query): HTMLElement | null | 'no library' {
  const library = window.TestingLibraryDom
  if (library === undefined) return 'no library'

  const all = (root: HTMLElement, { role, name, label, text, css }: Query): HTMLElement[] => {
    if (role !== undefined) return library.queryAllByRole(root, role, name === undefined ? {} : { name })
    if (label !== undefined) return library.queryAllByLabelText(root, label)
    if (text !== undefined) return library.queryAllByText(root, text)
    return Array.from(root.querySelectorAll<HTMLElement>(css ?? '*'))
  }
  // A file field is operated by the label that covers it.
  const seen = (element: HTMLElement) =>
    element.matches('input[type=file]') ||
    (element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 0)
  const one = (wanted: Query): HTMLElement | null => {
    const root = wanted.within === undefined ? document.body : one(wanted.within)
    const found = root === null ? [] : all(root, wanted).filter(seen)
    if (found.length > 1) throw new Error(`${found.length} elements are ${JSON.stringify(wanted)}`)
    return found[0] ?? null
  }
  return one(query)
}
