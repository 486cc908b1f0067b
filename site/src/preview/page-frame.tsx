import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { accentProperties, defaultAccent } from '#model/accent'
import type { SiteContent } from '#model/compile'
import { ratioStyle } from '#model/galleries'
import { cx } from '../lib/cx'
import type { PrivatePage } from '#model/private-page'
import type { Theme } from '../lib/theme'
import type { BuildData } from '../pages/page-props'
import { changedText } from './changed-text'
import styles from './page-frame.module.css'
import { renderPage } from './render-page'

interface PageFrameProps {
  /** The address of a public page, or a private one, which does not change from one rendering to the next. */
  page: string | PrivatePage
  content: SiteContent
  /** What visitors read; without it nothing is marked. */
  published?: SiteContent | undefined
  theme: Theme
  /** The width of the imitated window, in pixels. */
  width: number
  /** The title of the open entry. The page scrolls to it once it has it. */
  title?: string | undefined
  /** The banner's first photo. */
  banner?: BuildData['banner']
  /** Makes it as high as the page, at most this many pixels; else it is as high as its surroundings. */
  maxHeight?: number
}

/**
 * The page as it will be with `content`: the build's markup with the site's style, scaled to fit. Unpublished text
 * is marked. Nothing runs in it, and its links lead nowhere.
 */
export function PageFrame(props: PageFrameProps) {
  const { page, content, published, theme, width, title, banner = null, maxHeight } = props
  const isWhole = maxHeight !== undefined
  const { box, room } = useRoom()
  const [opened, setOpened] = useState<Document>()
  const pageHeight = useHeight(isWhole ? opened?.body : undefined)
  const markup = useMemo(() => renderPage(page, content, banner), [page, content, banner])
  const before = useMemo(() => published && textOf(renderPage(page, published)), [page, published])
  const scale = Math.min(1, room.width / width)
  /** The document and width in which the entry was brought into view. Typing moves nothing after that. */
  const reached = useRef<{ opened: Document; width: number }>(undefined)

  useLayoutEffect(() => {
    opened?.documentElement.classList.toggle('dark', theme === 'dark')
    opened?.documentElement.style.setProperty('color-scheme', theme)
    opened?.documentElement.toggleAttribute('data-whole', isWhole)
  }, [opened, theme, isWhole])

  // This document may have the accent of the published pages.
  const { accent = defaultAccent } = content.site
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(accentProperties(accent)))
      opened?.documentElement.style.setProperty(name, value)
  }, [opened, accent])

  useLayoutEffect(() => {
    const css = ratioStyle(content.galleries)
    if (opened && css !== '') adoptStyle(opened, css)
  }, [opened, content.galleries])

  useLayoutEffect(() => {
    const root = opened?.body.firstElementChild
    if (!opened || !root) return
    const next = root.cloneNode() as Element
    next.innerHTML = markup
    patch(root, next)
    // The code of a page brings its style into this document.
    bringStyle(opened)
    markChanges(opened, before === undefined ? [] : changedText(opened.body, before))
  }, [opened, markup, before])

  useLayoutEffect(() => {
    opened?.defaultView?.scrollTo(0, 0)
  }, [opened, page])

  useEffect(() => {
    const isReached = reached.current?.opened === opened && reached.current?.width === width
    if (!opened || title === undefined || isReached) return undefined
    let outdated = false
    void styled(opened).then(() => {
      if (!outdated && bringIntoView(opened, title)) reached.current = { opened, width }
    })
    return () => {
      outdated = true
    }
  }, [opened, title, markup, width])

  return (
    <div
      ref={box}
      className={cx(styles.room, isWhole && styles.whole)}
      {...(isWhole && {
        inert: true,
        'aria-hidden': true,
        style: { maxWidth: width, height: Math.min(pageHeight * scale, maxHeight) },
      })}
    >
      <iframe
        title={`Preview of ${typeof page === 'string' ? page : 'the shared page'}`}
        className={styles.page}
        // Neither scripts nor forms nor new windows: nothing in it runs, and its links go nowhere.
        sandbox="allow-same-origin"
        srcDoc={emptyDocument}
        onLoad={({ currentTarget }) => setOpened(currentTarget.contentDocument ?? undefined)}
        style={{ width, height: isWhole ? pageHeight : room.height / scale, transform: `scale(${scale})` }}
      />
    </div>
  )
}

// Links open new windows, which the sandbox refuses.
const emptyDocument =
  '<!doctype html><html lang="en" data-enhanced><head><title>Preview</title><base target="_blank"></head>' +
  `<body><div id="root" class="${styles.still}"></div></body></html>`

/** Makes `now` like `next` where they differ: laying out a long page again would hold up a key. */
function patch(now: ChildNode, next: ChildNode): void {
  if (now.isEqualNode(next)) return
  const [before, after] = [[...now.childNodes], [...next.childNodes]]
  const isAlike = before.length === after.length && now.cloneNode().isEqualNode(next.cloneNode())
  if (isAlike) before.forEach((child, index) => patch(child, after[index] ?? child))
  else now.replaceWith(next)
}

const textOf = (html: string): string =>
  Object.assign(document.createElement('template'), { innerHTML: html }).content.textContent

/** Marks them without a change of the page; older browsers mark nothing. */
function markChanges({ defaultView }: Document, ranges: readonly Range[]): void {
  const view = defaultView as (Window & Partial<Pick<typeof globalThis, 'CSS' | 'Highlight'>>) | null
  if (!view?.Highlight || !view.CSS) return
  view.CSS.highlights.set('changed', new view.Highlight(...ranges))
}

/** Brings the style sheets of the app's document into `opened` that have come since the last time. */
function bringStyle(opened: Document): void {
  const sheets = [...document.head.querySelectorAll('style, link[rel=stylesheet]')]
  const there = opened.head.querySelectorAll('style, link').length
  opened.head.append(...sheets.slice(there).map((sheet) => opened.importNode(sheet, true)))
}

/** Gives `opened` the style `css` in place of the former one. The content policy forbids an element for it. */
function adoptStyle(opened: Document, css: string): void {
  if (!opened.defaultView) return
  const sheet = new opened.defaultView.CSSStyleSheet()
  sheet.replaceSync(css)
  opened.adoptedStyleSheets = [sheet]
}

/** Resolves once the style sheets of `opened` are loaded. */
const styled = (opened: Document) =>
  Promise.all(
    [...opened.head.querySelectorAll('link')].map(
      (link) => new Promise((done) => (link.sheet ? done(link) : (link.onload = link.onerror = done))),
    ),
  )

/**
 * Scrolls the document alone: `scrollIntoView` would scroll the frame's surroundings too. Returns
 * whether the document has the title.
 */
function bringIntoView(opened: Document, title: string): boolean {
  const elements = [...opened.querySelectorAll('#root main :is(h2, h3, h4, dt, a, b, strong, p)')]
  const element =
    elements.find(({ textContent }) => textContent === title) ??
    elements.find(({ textContent }) => textContent.includes(title))
  const view = opened.defaultView
  if (!element || !view) return false
  view.scrollBy({ top: element.getBoundingClientRect().top - view.innerHeight / 4, behavior: 'instant' })
  return true
}

/** How much room there is in the element that gets the ref `box`. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, room }
}

/** The height of an element in pixels; 0 while it is undefined. */
function useHeight(element: Element | undefined): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.scrollHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return height
}
