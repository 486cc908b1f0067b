import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { compileTexts, kindOf, type Content, type PictureFiles } from 'virtual:content-model'
import type { CvForm } from 'virtual:cv-forms'
import { publicLinks } from '../../layouts/navigation'
import type { Theme } from '../../lib/theme'
import { useDebounced } from '../../lib/use-debounced'
import { useTheme } from '../../lib/use-theme'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { entryPlace } from './entry-place'
import { PagePreview } from './page-preview'
import styles from './page-preview.module.css'
import { pageOf, type PublicPath } from './render-page'

const CvFormPreview = lazy(() => import('./cv-form-preview'))

type Form = 'page' | CvForm

const forms: Choices<Form> = [
  ['page', 'Page'],
  ['cv.txt', 'Plain text'],
  ['resume.json', 'JSON Resume'],
  ['card.vcf', 'Address card'],
]
const pages = publicLinks.map(({ to, label }) => [to as PublicPath, label] as const)
const themes: Choices<Theme> = [
  ['light', 'Light'],
  ['dark', 'Dark'],
]
const widths: Choices<number> = [
  [1440, 'Desktop'],
  [768, 'Tablet'],
  [390, 'Phone'],
]

/** Whether the CV's other forms say what the text at `path` says. */
const isInCv = (path: string) => path.startsWith('cv/') || path === 'site.md' || kindOf(path) === 'on-the-web'

interface TextPreviewProps {
  /** The text that is being changed. */
  path: string
  /** All texts of the site, as they are to be published, by their paths. */
  texts: ReadonlyMap<string, string>
  /** What shows their pictures, by the pictures' paths. */
  pictures: Readonly<Record<string, PictureFiles>>
}

/**
 * The page on which the text at `path` stands, as it will be when `texts` are published, or one of the CV's other forms.
 * While they have mistakes it shows what was there before them.
 */
export default function TextPreview({ path, texts, pictures }: TextPreviewProps) {
  const own = pageOf(path)
  const [other, setOther] = useState<PublicPath>('/')
  const [chosenTheme, setTheme] = useState<Theme>()
  const siteTheme = useTheme()
  const theme = chosenTheme ?? siteTheme
  const [form, setForm] = useState<Form>('page')
  const [width, setWidth] = useState(() => (innerWidth < 704 ? 390 : 1440))
  const settled = useDebounced(texts)
  const { content, hasMistakes } = useCompiled(settled, pictures)
  const place = useEntryPlace(path, settled)
  // The facts of the site are on every page.
  const page = path === 'site.md' ? other : own
  if (page === undefined) return <p>The terms are shown to who registers, and on no page.</p>
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.controls}>
        {isInCv(path) && <Choice label="Shown as" choices={forms} value={form} onChange={setForm} />}
        {form === 'page' && (
          <>
            {path === 'site.md' && <Choice label="Page" choices={pages} value={other} onChange={setOther} />}
            <Choice label="Width" choices={widths} value={width} onChange={setWidth} />
            <Choice label="Theme" choices={themes} value={theme} onChange={setTheme} />
          </>
        )}
      </div>
      <p role="status" className={styles.status}>
        {hasMistakes &&
          (content
            ? 'The texts have mistakes: this is how it was before them.'
            : 'The texts have mistakes. Once they are mended, the page is here.')}
      </p>
      {content &&
        (form === 'page' ? (
          <PagePreview page={page} content={content} theme={theme} width={width} place={place} />
        ) : (
          <Suspense fallback={<p>The preview is being loaded.</p>}>
            <CvFormPreview form={form} content={content} />
          </Suspense>
        ))}
    </section>
  )
}

type Choices<Value> = readonly (readonly [Value, string])[]

interface ChoiceProps<Value> {
  label: string
  choices: Choices<Value>
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string | number>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => {
            const [chosen] = choices[target.selectedIndex] ?? []
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The texts compiled, or what they were before they had mistakes. */
function useCompiled(
  texts: ReadonlyMap<string, string>,
  pictures: TextPreviewProps['pictures'],
): { content: Content | undefined; hasMistakes: boolean } {
  const compiled = useMemo(() => compileTexts(texts, pictures), [texts, pictures])
  const [content, setContent] = useState(compiled)
  if (compiled && compiled !== content) setContent(compiled)
  return { content: compiled ?? content, hasMistakes: compiled === undefined }
}

/** Where the entry stood on its page when it was first there: what is typed moves nothing. */
function useEntryPlace(path: string, texts: ReadonlyMap<string, string>): number | undefined {
  const [place, setPlace] = useState<number>()
  useEffect(() => {
    if (place !== undefined) return undefined
    let outdated = false
    entryPlace(path, texts).then(
      (found) => {
        if (!outdated) setPlace(found)
      },
      // The page itself says that it cannot be rendered.
      () => undefined,
    )
    return () => {
      outdated = true
    }
  }, [path, texts, place])
  return place
}
