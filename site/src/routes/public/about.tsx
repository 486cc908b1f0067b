import about from 'virtual:content/about'
import site from 'virtual:content/site'
import { FadeIn } from '../../ui/fade-in'
import { PageIntro } from '../../ui/page-intro'
import { RichText } from '../../ui/rich-text'
import styles from './about.module.css'

/** For the preview. */
export { default as content } from 'virtual:content/about'

/** Who the owner is, at length. */
export default function About() {
  return (
    <FadeIn className={styles.column}>
      <PageIntro eyebrow={site.name} title={about.heading} />
      <RichText html={about.body} className={styles.body} />
    </FadeIn>
  )
}
