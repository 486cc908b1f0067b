import { buttonClass } from '../ui/button-class'
import { PageIntro } from '../ui/page-intro'
import { PathIcon } from '../ui/path-icon'
import { RichText } from '../ui/rich-text'
import { contactAddress } from './owner'
import styles from './text-page.module.css'
import { usePageTexts } from './language'
import type { PageProps } from './page-props'
import { paths } from './paths'

export function About({ content: { about, site } }: Pick<PageProps, 'content'>) {
  const { texts, fixed, at } = usePageTexts()
  return (
    <div className={styles.column} data-fade-in="">
      <PageIntro eyebrow={site.name} title={about.heading} />
      <RichText html={about.body} className={styles.body} />
      <a
        href={contactAddress(site, at)}
        className={buttonClass({ variant: 'primary' }, styles.action)}
        {...fixed}
      >
        <PathIcon small d={paths.mail} />
        {texts.getInTouch}
      </a>
    </div>
  )
}
