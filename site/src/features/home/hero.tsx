import home from 'virtual:content/home'
import site from 'virtual:content/site'
import { Eyebrow } from '../../ui/eyebrow'
import { FadeIn } from '../../ui/fade-in'
import { LinkButton } from '../../ui/link-button'
import { RichText } from '../../ui/rich-text'
import { Banner } from './banner'
import { HexField } from './hex-field'
import styles from './hero.module.css'
import { Typewriter } from './typewriter'

/** Who the owner is, in one screen. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <HexField />
      <FadeIn>
        <Eyebrow>{site.role}</Eyebrow>
        <h1 className={styles.tagline}>{home.tagline}</h1>
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
