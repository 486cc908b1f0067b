import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SiteContent } from '../../../../../ssg/model/compile'
import type { Theme } from '../../../lib/theme'
import styles from './page-preview.module.css'
import { renderPage, type PreviewedPage } from './render-page'

interface PagePreviewProps {
  page: PreviewedPage
  content: SiteContent
  theme: Theme
  /** Of the window that is imitated, in pixels. */
  width: number
  /** Which element of the page is to be in sight at first, and in another width; counted in their order. */
  place: number | undefined
}

/**
 * The public page `page` as it will be with `content`: the markup that the build will write, in a document with the site's
 * style, as large as it fits. Nothing runs in it, and its links lead nowhere.
 */
export function PagePreview({ page, content, theme, width, place }: PagePreviewProps) {
  const { box, room } = useRoom()
  const [opened, setOpened] = useState<Document>()
  const markup = useMemo(() => renderPage(page, content), [page, content])
  const scale = Math.min(1, room.width / width)

  useLayoutEffect(() => {
    opened?.documentElement.classList.toggle('dark', theme === 'dark')
    opened?.documentElement.style.setProperty('color-scheme', theme)
  }, [opened, theme])

  useLayoutEffect(() => {
    const root = opened?.getElementById('root')
    if (!opened || !root) return
    const scrollY = opened.defaultView?.scrollY ?? 0
    root.innerHTML = markup
    markScrolled(opened, scrollY)
    // The code of a page brings its style into this document.
    bringStyle(opened)
  }, [opened, markup])

  useLayoutEffect(() => {
    opened?.defaultView?.scrollTo(0, 0)
  }, [opened, page])

  useEffect(() => {
    if (!opened || place === undefined) return undefined
    let outdated = false
    void styled(opened).then(() => {
      const element = opened.querySelectorAll('#root *')[place]
      if (!outdated && element) bringIntoSight(opened, element)
    })
    return () => {
      outdated = true
    }
  }, [opened, place, width])

  return (
    <div ref={box} className={styles.room}>
      <iframe
        title={`Preview of ${page}`}
        className={styles.page}
        // Neither scripts nor forms nor new windows: nothing in it runs, and its links go nowhere.
        sandbox="allow-same-origin"
        srcDoc={emptyDocument}
        onLoad={({ currentTarget }) => setOpened(openedDocument(currentTarget))}
        style={{ width, height: room.height / scale, transform: `scale(${scale})` }}
      />
    </div>
  )
}

// Links open new windows, which the sandbox refuses.
const emptyDocument =
  '<!doctype html><html lang="en" data-enhanced><head><title>Preview</title><base target="_blank"></head>' +
  `<body><div id="root" class="${styles.still}"></div></body></html>`

function openedDocument({ contentDocument }: HTMLIFrameElement): Document | undefined {
  contentDocument?.addEventListener('scroll', () =>
    markScrolled(contentDocument, contentDocument.defaultView?.scrollY ?? 0),
  )
  return contentDocument ?? undefined
}

/** Does what the page's scripts do when a visitor scrolls: the bar covers what is below it. */
const markScrolled = (opened: Document, scrollY: number) =>
  opened.querySelector('header')?.toggleAttribute('data-scrolled', scrollY > 80)

/** Brings the style sheets of the app's document into `opened` that have come since the last time. */
function bringStyle(opened: Document): void {
  const sheets = [...document.head.querySelectorAll('style, link[rel=stylesheet]')]
  const there = opened.head.querySelectorAll('style, link').length
  opened.head.append(...sheets.slice(there).map((sheet) => opened.importNode(sheet, true)))
}

/** Resolves once the style sheets of `opened` are loaded, without which everything stands elsewhere. */
const styled = (opened: Document) =>
  Promise.all(
    [...opened.head.querySelectorAll('link')].map(
      (link) => new Promise((done) => (link.sheet ? done(link) : (link.onload = link.onerror = done))),
    ),
  )

/** Scrolls the document alone: `scrollIntoView` would scroll what is around it too. */
function bringIntoSight({ defaultView: view }: Document, element: Element): void {
  if (!view) return
  const { top } = element.getBoundingClientRect()
  view.scrollBy({ top: top - view.innerHeight / 4, behavior: 'instant' })
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
