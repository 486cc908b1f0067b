import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Finds one element by role and name, label or text, or with a selector if it has none of these. */
export interface Query {
  role?: string
  name?: string
  label?: string
  text?: string
  css?: string
  /** The element that contains it. */
  within?: Query
}

/** An element of the current page. */
export interface Element {
  click: () => Promise<void>
  /** Replaces the field's value. */
  type: (text: string) => Promise<void>
  /** Selects the option with this label. */
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
  /** Presses a key. */
  press: (key: 'Enter' | 'Escape') => Promise<void>
  /** Runs a function in the page. It must be self-contained. */
  evaluate: <A extends unknown[], R>(run: (...args: A) => R, ...args: A) => Promise<R>
  /** Returns the visible element that matches; null if there is none. Throws if there are several. */
  find: (query: Query) => Promise<Element | null>
  screenshot: () => Promise<Buffer>
  /** Returns all console messages so far as `level: text`, including uncaught errors. */
  readonly console: readonly string[]
  /** Stops the browser and its helpers. */
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

/** DOM Testing Library's bundle, which finds elements by role and name in any engine. */
export const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Runs in the page: implements `Driver.find`, or returns 'no library' if `testingLibrary` has not run. */
export function findInPage(query: Query): HTMLElement | null | 'no library' {
  const library = window.TestingLibraryDom
  if (library === undefined) return 'no library'

  const all = (root: HTMLElement, { role, name, label, text, css }: Query): HTMLElement[] => {
    if (role !== undefined) return library.queryAllByRole(root, role, name === undefined ? {} : { name })
    if (label !== undefined) return library.queryAllByLabelText(root, label)
    if (text !== undefined) return library.queryAllByText(root, text)
    return Array.from(root.querySelectorAll<HTMLElement>(css ?? '*'))
  }
  // A file field is operated through the label that covers it.
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
