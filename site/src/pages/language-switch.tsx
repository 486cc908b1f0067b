import { translationsOf, type Translation } from '#model/translations'
import { buttonClass } from '../ui/button-class'
import { PathIcon } from '../ui/path-icon'
import { usePageTexts } from './language'
import styles from './language-switch.module.css'
import type { SiteContent } from './page-props'
import { paths } from './paths'

interface LanguagesProps {
  content: SiteContent
  /** The address of the page. */
  path: string
}

/** The button that shows the languages of the site; nothing on a site with one. Phones have them in the menu. */
export function LanguageSwitch({ content, path }: LanguagesProps) {
  const { texts, fixed, own } = usePageTexts()
  const { code, name } = content.language
  const languages = translationsOf(content, path)
  if (languages.length === 0) return null
  return (
    <div className={styles.switch}>
      <button
        type="button"
        popoverTarget="Languages"
        aria-label={`${texts.language}: ${name}`}
        className={buttonClass({ variant: 'quiet' }, styles.button)}
        {...fixed}
      >
        <span className={styles.name} {...own}>
          {name}
        </span>
        <span className={styles.code}>{code.toUpperCase()}</span>
        <PathIcon small d={paths.chevron} />
      </button>
      <div id="Languages" popover="auto" className={styles.menu}>
        <LanguageLinks languages={languages} current={code} className="nav-links" />
      </div>
    </div>
  )
}

interface LanguageLinksProps {
  languages: readonly Translation[]
  current: string
  className: string | undefined
}

/** The page in each language, with the names of the languages in themselves. */
const LanguageLinks = ({ languages, current, className }: LanguageLinksProps) => (
  <ul className={className}>
    {languages.map(({ code, name, path }) => (
      <li key={code}>
        <a
          href={path}
          lang={code}
          hrefLang={code}
          aria-current={code === current ? (true as const) : undefined}
        >
          {name}
          {code === current && <PathIcon small d={paths.check} />}
        </a>
      </li>
    ))}
  </ul>
)

/** The same in a row, for the menu of phones and the footer. */
export function LanguageRow({ content, path }: LanguagesProps) {
  const { texts, fixed } = usePageTexts()
  const languages = translationsOf(content, path)
  if (languages.length === 0) return null
  return (
    <nav aria-label={texts.language} className={styles.row} {...fixed}>
      <LanguageLinks languages={languages} current={content.language.code} className={undefined} />
    </nav>
  )
}

/** A line for visitors who read another language that has the page, one for each. A script shows it before the first paint. */
export function LanguageSuggestions({ content, path }: LanguagesProps) {
  const others = translationsOf(content, path).filter(
    ({ code, isSame }) => isSame && code !== content.language.code,
  )
  return others.map(({ code, direction, path, texts, textsCode }) => (
    <aside
      key={code}
      hidden
      lang={textsCode}
      dir={direction}
      data-language={code}
      className={styles.suggestion}
    >
      <div className="contained">
        <p>{texts.alsoHere}</p>
        <a href={path} hrefLang={code}>
          {texts.readHere}
        </a>
        <button type="button">{texts.notNow}</button>
      </div>
    </aside>
  ))
}
