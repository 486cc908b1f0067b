import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import styles from './about.module.css'
import type { PageProps } from './page-props'

/** Who the owner is, at length. */
export function About({ content: { about, site } }: Pick<PageProps, 'content'>) {
  return (
    <div className={styles.column} data-fade-in="">
      <PageIntro eyebrow={site.name} title={about.heading} />
      <RichText html={about.body} className={styles.body} />
    </div>
  )
}
