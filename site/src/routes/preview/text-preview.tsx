import { useMemo, useState } from 'react'
import { compileTexts, type Content } from 'virtual:content-model'
import pictures from 'virtual:content/picture-files'
import { publicLinks } from '../../layouts/navigation'
import type { Theme } from '../../lib/theme'
import { useDebounced } from '../../lib/use-debounced'
import { useTheme } from '../../lib/use-theme'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { PagePreview } from './page-preview'
import styles from './page-preview.module.css'
import { pageOf, type PublicPath } from './render-page'

const widths = [
  { width: 1440, label: 'Desktop' },
  { width: 768, label: 'Tablet' },
  { width: 390, label: 'Phone' },
]

interface TextPreviewProps {
  /** The text that is being changed. */
  path: string
  /** All texts of the site, as they are to be published, by their paths. */
  texts: ReadonlyMap<string, string>
}

/**
 * The page on which the text at `path` stands, as it will be when `texts` are published. While they have mistakes it shows
 * the page as it was before them.
 */
export default function TextPreview({ path, texts }: TextPreviewProps) {
  const own = pageOf(path)
  const [other, setOther] = useState<PublicPath>('/')
  const [chosenTheme, setTheme] = useState<Theme>()
  const siteTheme = useTheme()
  const theme = chosenTheme ?? siteTheme
  const [width, setWidth] = useState(() => (innerWidth < 704 ? 390 : 1440))
  const { content, hasMistakes } = useCompiled(useDebounced(texts))
  // The facts of the site are on every page.
  const page = path === 'site.md' ? other : own
  if (page === undefined) return <p>The terms are shown to who registers, and on no page.</p>
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.controls}>
        {path === 'site.md' && (
          <Field label="Page">
            {(control) => (
              <Select
                {...control}
                value={other}
                onChange={({ target }) => setOther(target.value as PublicPath)}
              >
                {publicLinks.map(({ to, label }) => (
                  <option key={to} value={to}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Width">
          {(control) => (
            <Select {...control} value={width} onChange={({ target }) => setWidth(Number(target.value))}>
              {widths.map(({ width, label }) => (
                <option key={width} value={width}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Theme">
          {(control) => (
            <Select {...control} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </Select>
          )}
        </Field>
      </div>
      <p role="status" className={styles.status}>
        {hasMistakes && 'The texts have mistakes: the page is shown without what made them.'}
      </p>
      {content && <PagePreview page={page} content={content} theme={theme} width={width} />}
    </section>
  )
}

/** The texts compiled, or what they were before they had mistakes. */
function useCompiled(texts: ReadonlyMap<string, string>): {
  content: Content | undefined
  hasMistakes: boolean
} {
  const compiled = useMemo(() => compileTexts(texts, pictures), [texts])
  const [content, setContent] = useState(compiled)
  if (compiled && compiled !== content) setContent(compiled)
  return { content: compiled ?? content, hasMistakes: compiled === undefined }
}
