import { lazy, Suspense, useMemo, useState } from 'react'
import type { ImageFiles } from '../../../../../ssg/model/images'
import { kindOf } from '../../../../../ssg/model/kinds'
import type { CvForm } from '../../../../../ssg/model/cv/cv-forms'
import { nameOf } from '../outline'
import { textBefore, type ShownText } from '../shown-texts'
import { publicLinks } from '../../../lib/navigation'
import type { Theme } from '../../../lib/theme'
import { useDebounced } from '../../../lib/use-debounced'
import { useTheme } from '../../../lib/use-theme'
import { Field, Select } from '../../../ui/field'
import { entryPlace } from './entry-place'
import { PagePreview } from './page-preview'
import styles from './page-preview.module.css'
import { usePreviewedTexts } from './previewed-texts'
import { pageOf, type PublicPath } from './render-page'

const CvFormPreview = lazy(() => import('./cv-form-preview'))
const CvPdfPreview = lazy(() => import('./cv-pdf-preview'))

type Form = 'page' | 'cv.pdf' | CvForm

const forms: Choices<Form> = [
  ['page', 'Page'],
  ['cv.pdf', 'PDF'],
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
  /** All texts of the site, by their paths. */
  texts: ReadonlyMap<string, ShownText>
  /** What shows their pictures, by the pictures' paths. */
  pictures: Readonly<Record<string, ImageFiles>>
}

/**
 * The page on which the text at `path` stands, as it will be when the drafts of `texts` are published, or one of the CV's
 * other forms. A draft with mistakes is not in it.
 */
export default function TextPreview({ path, texts, pictures }: TextPreviewProps) {
  const [other, setOther] = useState<PublicPath>('/')
  const [chosenTheme, setTheme] = useState<Theme>()
  const siteTheme = useTheme()
  const theme = chosenTheme ?? siteTheme
  const [form, setForm] = useState<Form>('page')
  // Beside the form there is room for a phone; a desk's window is scaled down until nobody can read it.
  const [width, setWidth] = useState(390)
  const settled = useDebounced(texts)
  const previewed = usePreviewedTexts(path, settled, pictures)
  const { content } = previewed
  const place = useEntryPlace(path, previewed.texts)
  // The facts of the site are on every page.
  const page = path === 'site.md' ? other : (pageOf(path) ?? 'terms')
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
        {content
          ? mistakesIn(path, settled, previewed).join(' ')
          : 'The texts have mistakes. Once they are mended, the page is here.'}
      </p>
      {content &&
        (form === 'page' ? (
          <PagePreview page={page} content={content} theme={theme} width={width} place={place} />
        ) : (
          <Suspense fallback={<p>The preview is being loaded.</p>}>
            {form === 'cv.pdf' ? (
              <CvPdfPreview content={content} />
            ) : (
              <CvFormPreview form={form} content={content} />
            )}
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

/** What the preview does not show for mistakes, and what it shows instead. */
function mistakesIn(
  path: string,
  texts: ReadonlyMap<string, ShownText>,
  { wrong, isFormer }: ReturnType<typeof usePreviewedTexts>,
): string[] {
  const own = texts.get(path)
  const others = [...texts.values()].filter((text) => text !== own && wrong.has(text.path))
  const sentences: string[] = []
  if (wrong.has(path)) {
    const instead = isFormer
      ? 'this is how it was before them'
      : own && textBefore(own) === null
        ? 'the page is shown without it'
        : 'this is how it is published'
    sentences.push(`The text has mistakes: ${instead}.`)
  }
  if (others.length > 0)
    sentences.push(`Drafts with mistakes are left out: ${others.map(nameOf).join(', ')}.`)
  return sentences
}

/** Where the entry stood on its page when it was first there: what is typed moves nothing. */
function useEntryPlace(path: string, texts: ReadonlyMap<string, string>): number | undefined {
  const [place, setPlace] = useState<number>()
  const found = useMemo(() => (place === undefined ? entryPlace(path, texts) : place), [path, texts, place])
  if (found !== place) setPlace(found)
  return found
}
