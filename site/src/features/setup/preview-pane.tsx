import { useDeferredValue, useMemo, useState } from 'react'
import type { SiteContent } from '#model/compile'
import { siteUrl } from '../../lib/document-data'
import { useTheme } from '../../lib/hooks'
import type { Theme } from '../../lib/theme'
import { PageFrame } from '../../preview/page-frame'
import { ThemeChoice, WidthChoice, widths, type Width } from '../../preview/view-choices'
import { Card } from '../../ui/card'
import { Note } from '../../ui/note'
import { useObjectUrl } from './object-url'
import styles from './setup.module.css'
import { contentOf, siteFiles } from './site-files'
import type { Setup } from './use-setup'
import type { Step } from './inputs'

/** How high a page is at most: alone or on a phone, and above another. */
const heights = { alone: 612, two: 302 }

/** The preview of each step: its pages, or one in both themes, and below them a sentence. */
const shown: Record<Step, { pages: readonly string[]; note?: string }> = {
  you: { pages: ['/', '/'], note: 'Your home page so far. Nothing is public until you finish.' },
  site: { pages: ['/', '/'] },
  cv: { pages: ['/cv'] },
  places: { pages: ['/', '/on-the-web'] },
  look: { pages: ['/', '/'] },
}

/** The pages as they will be, beside the fields. */
export function PreviewPane({ setup }: { setup: Setup }) {
  const { step, imported, photos = [] } = setup
  const siteTheme = useTheme()
  const [width, setWidth] = useState<Width>(() => (innerWidth < 600 ? 'phone' : 'desktop'))
  const [chosenTheme, setTheme] = useState<Theme>()
  const theme = chosenTheme ?? siteTheme
  const content = useContent(setup)
  const src = useObjectUrl(photos[0]?.file)
  const banner = useMemo(() => (src === undefined ? null : { src, alt: '' }), [src])
  const { pages, note = step === 'cv' ? aboutCv(imported !== null) : undefined } = shown[step]
  const hasBothThemes = pages[0] === pages[1]
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.previewHead}>
        <h2>Preview</h2>
        <WidthChoice value={width} onChoose={setWidth} />
        {!hasBothThemes && <ThemeChoice value={theme} onChoose={setTheme} />}
      </div>
      {content &&
        pages.map((page, index) => (
          <PageFrame
            key={`${step} ${index}`}
            page={page}
            content={content}
            theme={hasBothThemes ? (index === 0 ? 'light' : 'dark') : theme}
            width={widths[width]}
            banner={banner}
            maxHeight={pages.length > 1 && width === 'desktop' ? heights.two : heights.alone}
          />
        ))}
      {note && <p className={styles.about}>{note}</p>}
      {step === 'site' && content && <SearchResult content={content} />}
    </section>
  )
}

const aboutCv = (hasFile: boolean) =>
  hasFile
    ? 'Your CV page with the selected entries. A PDF is made from the same texts.'
    : 'Your CV page. Nothing is read until you choose a file.'

/** How a search engine may show the home page. */
function SearchResult({ content: { pages, site } }: { content: SiteContent }) {
  return (
    <>
      <h2>In search results</h2>
      <Card className={styles.result}>
        <Note>{new URL(siteUrl() ?? location.origin).host}</Note>
        <p className={styles.resultTitle}>{pages.home.title}</p>
        <p>{site.description}</p>
      </Card>
    </>
  )
}

/** The site with the inputs; while one has an error, the last site without. Missing parts are left out. */
function useContent({ inputs, used, accent, step }: Setup): SiteContent | undefined {
  const latest = useDeferredValue(inputs)
  const compiled = useMemo(() => {
    const { role, description, email } = latest
    const name = latest.name.trim() || `${latest.first_name} ${latest.last_name}`.trim()
    const whole = {
      ...latest,
      ...(step === 'cv' && { cv: 'job' as const }),
      name: name || placeholder,
      role: role.trim() || placeholder,
      description: description.trim() || placeholder,
      email: email.includes('@') ? email : 'you@example.com',
      own_colour: accent.startsWith('#') ? accent : '',
    }
    const content = contentOf(siteFiles(whole, used))
    if (!content) return undefined
    const title = [name, role.trim()].filter(Boolean).join(' · ')
    const pages = { ...content.pages, home: { ...content.pages.home, title } }
    const site = { ...content.site, name, role: role.trim(), description, email }
    return { ...content, pages, site }
  }, [latest, used, accent, step])
  const [last, setLast] = useState<SiteContent>()
  if (compiled && compiled !== last) setLast(compiled)
  return compiled ?? last
}

/** In the place of a text that the site cannot be compiled without. */
const placeholder = 'M'
