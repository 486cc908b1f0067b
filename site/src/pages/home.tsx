import type { ReactNode } from 'react'
import { featuredPlaces } from '#model/kinds'
import { buttonClass } from '../ui/button-class'
import { Card } from '../ui/card'
import { IconButton } from '../ui/icon-button'
import { PathIcon } from '../ui/path-icon'
import { paths } from './paths'
import { RichText } from '../ui/rich-text'
import { bannerSizes } from '../lib/banner-sizes'
import { graphemes } from '../lib/graphemes'
import { cx } from '../lib/cx'
import { contactAddress } from './owner'
import styles from './home.module.css'
import { Interests } from './interests'
import { usePageTexts } from './language'
import { NoteRows } from './note-rows'
import type { BuildData, PageProps, SiteContent } from './page-props'
import { ProjectCards } from './project-cards'

export function Home({ content, data }: PageProps) {
  const { home, cv, projects, notes } = content
  const { texts, at } = usePageTexts()
  const featured = projects.filter((project) => project.featured).slice(0, featuredPlaces)
  return (
    <>
      <Hero content={content} data={data} />
      {home.results.length > 0 && <Results results={home.results} />}
      {home.results.length === 0 && featured.length < 2 && cv.experience.length > 0 && (
        <Section title={texts.experience} more={[at('/cv'), texts.readCv]}>
          <Jobs jobs={cv.experience.slice(0, 3)} />
        </Section>
      )}
      {featured.length > 0 && (
        <Section title={texts.selectedWork} more={[at('/projects'), texts.allProjects]}>
          <ProjectCards projects={featured} heading="h3" className={styles.work} />
        </Section>
      )}
      {home.interests.length > 0 && <Interests interests={home.interests} />}
      {notes.length > 0 && (
        <Section title={texts.notes} more={[at('/notes'), texts.allNotes]}>
          <NoteRows notes={notes.slice(0, 2)} heading="h3" />
        </Section>
      )}
    </>
  )
}

interface SectionProps {
  title: string
  more: [path: string, label: string]
  children: ReactNode
}

/** A part of the page that is a part of another one. */
function Section({ title, more: [path, label], children }: SectionProps) {
  const { fixed } = usePageTexts()
  return (
    <section className={cx(styles.section, 'contained')}>
      <div>
        <h2 {...fixed}>{title}</h2>
        <a href={path} {...fixed}>
          {label}
          <PathIcon small pointing d={paths.arrow} />
        </a>
      </div>
      {children}
    </section>
  )
}

/** Without a tagline the name is the heading. */
function Hero({ content: { home, pages, site }, data }: PageProps) {
  const { texts, fixed, at } = usePageTexts()
  return (
    <section className={cx(styles.hero, 'contained')}>
      <HexField />
      <div data-fade-in="">
        <p dir="auto" className={styles.owner}>
          {home.tagline !== undefined && (
            <>
              <strong>{site.name}</strong>{' '}
            </>
          )}
          <span>{site.role}</span>
        </p>
        <h1 dir="auto" className={styles.tagline}>
          {home.tagline ?? site.name}
        </h1>
        {home.typewriter && <Typewriter phrases={home.typewriter} />}
        {home.bio !== '' && <RichText html={home.bio} className={styles.bio} />}
        <div className={styles.actions}>
          {pages.cv && (
            <a href={at('/cv')} className={buttonClass({ variant: 'primary' })} {...fixed}>
              {texts.readCv}
            </a>
          )}
          <a
            href={contactAddress(site, at)}
            className={buttonClass(pages.cv ? {} : { variant: 'primary' })}
            {...fixed}
          >
            <PathIcon small d={paths.mail} />
            {texts.getInTouch}
          </a>
          {pages.onTheWeb && (
            <a href={at('/on-the-web')} className={buttonClass({ variant: 'quiet' })} {...fixed}>
              {texts.findMe}
              <PathIcon small pointing d={paths.arrow} />
            </a>
          )}
        </div>
      </div>
      <Banner site={site} photo={data.banner} />
    </section>
  )
}

/** Results of the owner's work, from the CV. An arrow is drawn, because the font of the page has none. */
function Results({ results }: { results: SiteContent['home']['results'] }) {
  const { texts, fixedIn } = usePageTexts()
  return (
    <dl className={cx(styles.results, 'contained')}>
      {results.map(({ lang, value, label }) => {
        const [before, after] = value.split('→')
        return (
          <div key={label} lang={lang}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">
              <span>{before}</span>
              {after && (
                <>
                  <PathIcon small pointing d={paths.arrow} />
                  <span className="visually-hidden" {...fixedIn(lang)}>
                    {texts.changedTo}
                  </span>
                  <span>{after}</span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The latest jobs, for a site with neither results nor several projects to show. */
function Jobs({ jobs }: { jobs: SiteContent['cv']['experience'] }) {
  const { fixedIn } = usePageTexts()
  return (
    <ul className={styles.work}>
      {jobs.map(({ slug, lang, title, organisation, period }) => (
        <Card as="li" data-fade-in="" key={slug} lang={lang} className={styles.job}>
          <p {...fixedIn(lang)}>{period}</p>
          <h3 dir="auto">{title}</h3>
          <p dir="auto">{organisation}</p>
        </Card>
      ))}
    </ul>
  )
}

/** A faint field of honeycomb behind the hero, fading out on all sides. */
function HexField() {
  return (
    <svg className={styles.field} aria-hidden="true">
      <pattern id="comb" width="87" height="150" patternUnits="userSpaceOnUse">
        <path d="M43.5 0 87 25v50l-43.5 25L0 75V25zm0 100v50" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#comb)" />
    </svg>
  )
}

/** A heading whose phrases are typed one after the other. Screen readers get all of them at once. */
function Typewriter({ phrases }: { phrases: readonly string[] }) {
  const { texts, fixed } = usePageTexts()
  const longest = phrases.reduce(
    (best, phrase) => (graphemes(phrase).length > graphemes(best).length ? phrase : best),
    '',
  )
  return (
    <phrase-typewriter className={styles.line}>
      <h2 dir="auto" className={styles.heading}>
        <span className="visually-hidden">{phrases.join(', ')}</span>
        {/* The longest phrase reserves the room, so that nothing moves. */}
        <span
          aria-hidden="true"
          className={styles.stage}
          data-longest={longest}
          data-phrases={phrases.join('\n')}
        >
          <span className={styles.typed}>{phrases[0]}</span>
        </span>
      </h2>
      <IconButton
        label={texts.scripts['Pause the typing']}
        className={cx(styles.control, 'needs-script')}
        {...fixed}
      >
        <PathIcon small d="M8 5v14m8-14v14" />
      </IconButton>
    </phrase-typewriter>
  )
}

interface BannerProps {
  site: SiteContent['site']
  photo: BuildData['banner']
}

/** The round banner: the owner's initials, over them the photo that the build knew of, and the button that shows more. */
function Banner({ site: { initials }, photo }: BannerProps) {
  const { texts, fixed, code } = usePageTexts()
  return (
    <photo-banner className={styles.banner}>
      <div className={styles.disc}>
        <span aria-hidden="true" className={styles.initials}>
          {initials}
        </span>
        {photo && (
          <picture>
            {photo.avif && <source type="image/avif" srcSet={photo.avif} sizes={bannerSizes} />}
            <img
              className={styles.photo}
              src={photo.src}
              srcSet={photo.srcSet}
              sizes={photo.srcSet && bannerSizes}
              width={432}
              height={432}
              alt={photo.altTexts?.[code] ?? photo.alt}
            />
          </picture>
        )}
      </div>
      <button
        type="button"
        className={cx(styles.step, 'needs-script')}
        aria-label={`${texts.scripts['Show next picture']}, ${initials}`}
        {...fixed}
      />
      <p role="status" {...fixed} />
    </photo-banner>
  )
}
