import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { IconButton } from '../ui/icon-button'
import { Logo } from '../ui/logo'
import { PathIcon } from '../ui/path-icon'
import { ThemeSwitch } from '../ui/theme-switch'
import { publicPages, type PublicPage } from '#model/public-pages'
import { usePageTexts } from './language'
import { LanguageRow, LanguageSwitch } from './language-switch'
import lengths from './long-bar.module.css'
import type { SiteContent } from './page-props'
import styles from './site-header.module.css'

interface SiteHeaderProps {
  content: SiteContent
  /** The page's address. */
  path?: string
  /** In the app's document it is hidden until a screen with a header is shown. */
  app?: boolean
}

export function SiteHeader({ content, path, app }: SiteHeaderProps) {
  const { language, site } = content
  const { texts, fixed, own, at } = usePageTexts()
  // The frame of a site that tells nothing of its owner has none.
  const name = site.name || texts.home
  const links = publicPages(content).filter(({ inBar }) => inBar)
  const pages = links.map(({ path: to, label, labelLanguage }) => (
    <a
      key={to}
      href={to}
      lang={labelLanguage ?? own.lang}
      aria-current={to === path ? 'page' : (to !== at('/') && path?.startsWith(`${to}/`)) || undefined}
    >
      {label}
    </a>
  ))
  return (
    <site-header
      className={styles.host}
      hidden={app}
      data-app={app ? '' : undefined}
      // The app's screens are English.
      lang={app && language.code !== 'en' ? language.code : undefined}
    >
      <a href="#main" className={styles.skip} {...fixed}>
        {texts.skipToContent}
      </a>
      <header className={styles.bar}>
        <div
          className={cx(
            styles.row,
            lengthClass(name, links, content.languages ? room.languages : 0),
            'contained',
          )}
        >
          <a href={at('/')} className={styles.brand}>
            <Logo letter={site.logo} />
            {name}
          </a>
          <nav aria-label={texts.mainNavigation} className={cx(styles.pages, 'nav-links')} {...fixed}>
            <ul>
              {pages.map((page) => (
                <li key={page.key}>{page}</li>
              ))}
            </ul>
          </nav>
          <div className={styles.actions}>
            {path !== undefined && <LanguageSwitch content={content} path={path} />}
            <ThemeSwitch label={texts.scripts['Use dark theme']} {...fixed} />
            <user-menu className={styles.slot} data-loading={styles.skeleton} {...fixed}>
              <a href="/login" className={buttonClass({ variant: 'quiet' })}>
                {texts.login}
              </a>
              <a href="/register" className={buttonClass({ variant: 'quiet' })}>
                {texts.register}
              </a>
            </user-menu>
            <div className={styles.menu}>
              <IconButton
                label={texts.openMenu}
                className="needs-script"
                aria-haspopup="dialog"
                aria-expanded="false"
                data-action="menu"
                {...fixed}
              >
                <PathIcon d="M4 6h16M4 12h16M4 18h16" />
              </IconButton>
              <a href="#site-links" className={styles.fallback} {...fixed}>
                {texts.menu}
              </a>
              <dialog aria-label={texts.menu} className="menu-sheet" {...fixed}>
                <nav aria-label={texts.menu} className="menu-content nav-links">
                  <IconButton label={texts.closeMenu} className="menu-close" data-action="close">
                    <PathIcon d="M18 6 6 18M6 6l12 12" />
                  </IconButton>
                  {pages}
                  <hr />
                  <a href="/login">{texts.login}</a>
                  <a href="/register">{texts.register}</a>
                  {path !== undefined && content.languages && (
                    <>
                      <hr />
                      <LanguageRow content={content} path={path} />
                    </>
                  )}
                </nav>
              </dialog>
            </div>
          </div>
        </div>
      </header>
    </site-header>
  )
}

/**
 * The widths of the parts of the bar in Chromium, in rem, with the gaps beside them. A letter's is a little over the average of
 * usual names and labels.
 */
const room = {
  logo: 2.5,
  nameLetter: 0.53,
  /** The most that the bar gives the logo and the name: a longer name always has several lines. */
  widestBrand: 14.75,
  /** A link without its letters. */
  link: 1.75,
  linkLetter: 0.5,
  /** The switch of the theme (2.75) and the button of an account with a long first name (13.75). */
  actions: 17.25,
  /** The code of a language in its switch. */
  languages: 4,
}

/** The width of the row, in rem, in the narrowest window in which a bar of this class shows its links. */
const roomOf = { usual: 49.5, long: 61.5, longer: 72 }

/** The class of a bar whose parts do not fit beside each other where those of the usual one do. */
function lengthClass(name: string, links: readonly PublicPage[], more: number): string | undefined {
  const brand = Math.min(room.logo + lettersOf(name) * room.nameLetter, room.widestBrand)
  const needed = links.reduce(
    (sum, { label = '' }) => sum + room.link + lettersOf(label) * room.linkLetter,
    brand + room.actions + more,
  )
  if (needed <= roomOf.usual) return undefined
  if (needed <= roomOf.long) return lengths.long
  return needed <= roomOf.longer ? lengths.longer : lengths.endless
}

/** The number of letters of `text`. Those of Chinese, Japanese and Korean are as wide as two. */
const lettersOf = (text: string) => text.replace(/[\u1100-\uffff]/g, 'MM').length
