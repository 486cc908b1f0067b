import { memo, Suspense, useMemo, useState, type ReactNode } from 'react'
import { compile, type Compiled, type SiteContent } from '#model/compile'
import type { CvForm } from '#model/cv/cv-forms'
import type { Gallery } from '#model/galleries'
import { audienceContent } from '#model/audiences'
import { kindOf, slugOf } from '#model/kinds'
import { pathIn } from '#model/language'
import type { PrivatePage } from '#model/private-page'
import { publicPages } from '#model/public-pages'
import { parseEntries } from '#model/entry'
import { retryingLazy } from '../../../lib/retrying-lazy'
import type { Theme } from '../../../lib/theme'
import { useTheme } from '../../../lib/hooks'
import { Field, Select } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { IconLink } from '../../../ui/icon-button'
import { IconExternalLink } from '../../../ui/icons'
import { Row } from '../../../ui/layout'
import { Note } from '../../../ui/note'
import { Segmented } from '../../../ui/segmented'
import type { Images } from '../use-known'
import { PageFrame } from '../../../preview/page-frame'
import { pageAmong, pageOf } from '../../../preview/public-pages'
import { ThemeChoice, WidthChoice, widths, type Width } from '../../../preview/view-choices'
import { cx } from '../../../lib/cx'
import shared from '../content.module.css'
import styles from './preview.module.css'

const CvText = retryingLazy(async () => ({ default: (await import('./cv-file')).CvText }))
const CvPdf = retryingLazy(async () => ({ default: (await import('./cv-file')).CvPdf }))

type Format = 'page' | 'cv.pdf' | CvForm

const formats: readonly (readonly [Format, string])[] = [
  ['page', 'Page'],
  ['cv.pdf', 'PDF'],
  ['cv.txt', 'Plain text'],
  ['resume.json', 'JSON Resume'],
  ['card.vcf', 'vCard'],
]

/** Whether the CV's files say what the file at `path` says. */
const isInCv = (path: string) => /^(cv\/|site\.md$|on-the-web$)/.test(kindOf(path) ?? '')

/** How the preview is shown. */
export interface PreviewChoices {
  format: Format
  width: Width
  /** Undefined for the theme of the app. */
  theme?: Theme
}

interface PreviewProps {
  /** The further language of the page. */
  language: string | undefined
  /** What is above the choices. */
  head: ReactNode
  /** The open file. */
  path: string
  /** The title of an entry, to which the page scrolls. */
  title: string | undefined
  /** What keeps the preview from following the form; '' if it does. */
  obstacle: string
  files: ReadonlyMap<string, string>
  published: ReadonlyMap<string, string>
  /** Made of `files`. */
  compiled: Compiled
  galleries: readonly Gallery[]
  images: Images
  choices: PreviewChoices
  onChoose: (choices: PreviewChoices) => void
}

/** The page of the open file as it will be once all drafts are published, or one of the CV's files. */
export default memo(function Preview(props: PreviewProps) {
  const { path, head, title, obstacle, choices, onChoose, ...site } = props
  const [other, setOther] = useState(pageOf(path) ?? '/')
  const siteTheme = useTheme()
  const { width, theme = siteTheme } = choices
  const isAudience = kindOf(path) === 'cv/audiences'
  // Shares show these two.
  const ownFormats = isAudience ? formats.slice(0, 2) : isInCv(path) ? formats : []
  const [format] = ownFormats.find(([format]) => format === choices.format) ?? ['page' as const]
  const { content, published } = useSite({ ...site, path }, obstacle !== '')
  // The facts of the site are on every page.
  const isSite = kindOf(path) === 'site.md'
  const ownPage = isAudience && content ? pathIn(content.language, '/cv') : pageAmong(site.galleries, path)
  const page = isSite ? other : (ownPage ?? '/')
  const chooseFormat = (format: Format) => onChoose({ ...choices, format })
  const looks = (
    <>
      <WidthChoice value={width} onChoose={(width) => onChoose({ ...choices, width })} />
      <ThemeChoice value={theme} onChoose={(theme) => onChoose({ ...choices, theme })} />
    </>
  )
  return (
    <section aria-label="Preview" className={styles.preview}>
      {head && <div className={cx(shared.paneHead, styles.head)}>{head}</div>}
      <div className={cx(shared.paneHead, styles.head)}>
        {isAudience ? (
          <Segmented label="Format" options={ownFormats} value={format} onChoose={chooseFormat} />
        ) : (
          <>
            {looks}
            {hasPage(published, page) && (
              <IconLink label="Open the live page" title="Open the live page" href={page} target="_blank">
                <Icon of={IconExternalLink} />
              </IconLink>
            )}
          </>
        )}
      </div>
      {isAudience && format === 'page' && <Row className={cx(styles.more, styles.looks)}>{looks}</Row>}
      {isInCv(path) && !isAudience && (
        <Row className={styles.more}>
          {isSite && format === 'page' && content && (
            <Choices label="Page" options={linkedPages(content)} value={other} onChange={setOther} />
          )}
          <Choices label="Format" options={ownFormats} value={format} onChange={chooseFormat} />
        </Row>
      )}
      <p role="status" className={styles.status}>
        {obstacle}
      </p>
      {content && (
        <Suspense fallback={<p className={styles.status}>Loading the preview…</p>}>
          {format === 'page' ? (
            // Without a page that needs its fields there is nothing to show before these are right.
            (obstacle === '' || hasPage(content, page)) && (
              <PageFrame
                page={isAudience ? sharedCv : page}
                width={widths[width]}
                {...{ title, content, published, theme }}
              />
            )
          ) : format === 'cv.pdf' ? (
            <CvPdf content={content} caption={isAudience ? onlyShared : undefined} />
          ) : (
            <CvText form={format} content={content} />
          )}
        </Suspense>
      )}
      {content && isAudience && format === 'page' && <Note className={styles.caption}>{onlyShared}</Note>}
    </section>
  )
})

const sharedCv: PrivatePage = { kind: 'cv', name: '', sharedOn: '' }
const onlyShared = 'Visible only through shares.'

const hasPage = (content: SiteContent | undefined, page: string) =>
  content !== undefined && publicPages(content).some(({ path }) => path === page)

const linkedPages = (content: SiteContent) =>
  publicPages(content).flatMap(({ path, label }) => (label === undefined ? [] : [[path, label] as const]))

const compiledOf = (files: ReadonlyMap<string, string>, galleries: readonly Gallery[], images: Images) =>
  compile(parseEntries(files), { galleries, imageOf: (path) => images[path] })

/** The content in a language; that of the CV for an audience if `path` is its file. */
function contentIn({ content, translations, audiences }: Compiled, code: string | undefined, path: string) {
  if (kindOf(path) === 'cv/audiences') {
    const audience = audiences.find(({ slug }) => slug === slugOf(path))
    // One with errors must not look like the whole CV.
    return audience && content && audienceContent(content, translations, audience)
  }
  return code === undefined ? content : translations.find(({ language }) => language.code === code)
}

/**
 * The site with all drafts, and as it is published. While the open file has errors, the site as it
 * was before them. Other drafts with errors are left out.
 */
function useSite(
  {
    path,
    files,
    published,
    language,
    compiled,
    galleries,
    images,
  }: Pick<PreviewProps, 'path' | 'files' | 'published' | 'language' | 'compiled' | 'galleries' | 'images'>,
  hasErrors: boolean,
) {
  // That for an audience is another one each time.
  const content = useMemo(() => contentIn(compiled, language, path), [compiled, language, path])
  const [last, setLast] = useState<SiteContent>()
  if (content && content !== last) setLast(content)
  const withoutErrors = () => {
    const right = new Map(files)
    for (const { path } of compiled.diagnostics) {
      const text = published.get(path)
      if (text === undefined) right.delete(path)
      else right.set(path, text)
    }
    return contentIn(compiledOf(right, galleries, images), language, path)
  }
  return {
    content: content ?? (hasErrors ? last : undefined) ?? withoutErrors(),
    published: useMemo(
      () => contentIn(compiledOf(published, galleries, images), language, path),
      [published, galleries, images, language, path],
    ),
  }
}

interface ChoicesProps<Value> {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => {
            const [chosen] = options[target.selectedIndex] ?? []
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
