import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { Eyebrow } from '../../ui/page-intro'
import { FadeIn } from '../../ui/fade-in'
import { LinkButton } from '../../ui/link-button'
import { RichText } from '../../ui/rich-text'
import { Banner } from './banner'
import { Interests } from './interests'
import styles from './home.module.css'
import { Typewriter } from './typewriter'

/** For the preview. */
export { default as content } from 'virtual:content/home'

/** The front page. */
export default function Home() {
  return (
    <>
      <Hero />
      <Interests />
    </>
  )
}

/** Who the owner is, in one screen. */
function Hero() {
  return (
    <section className={styles.hero}>
      <HexField />
      <FadeIn>
        <Eyebrow>{site.role}</Eyebrow>
        <h1 dir="auto" className={styles.tagline}>
          {home.tagline}
        </h1>
        <Typewriter phrases={home.typewriter} />
        <RichText html={home.bio} className={styles.bio} />
        <div className={styles.actions}>
          <LinkButton to="/cv" variant="primary">
            Read the CV
          </LinkButton>
          <LinkButton to="/on-the-web">Find me on the web</LinkButton>
        </div>
      </FadeIn>
      <Banner />
    </section>
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
