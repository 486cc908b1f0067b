import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { PathIcon } from '../ui/path-icon'
import { IconTile } from '../ui/icon-tile'
import { RichText } from '../ui/rich-text'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import styles from './home.module.css'

type InterestContent = SiteContent['home']['interests'][number]

const icons: Record<InterestContent['icon'], string> = {
  chip: 'M6 6h12v12H6zm4 4h4v4h-4zm-7 0h3m-3 4h3m12-4h3m-3 4h3M10 3v3m4-3v3m-4 12v3m4-3v3',
  chart: 'M4 4v16h16M9 16v-5m4 5V7m4 9v-3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9h17m-17 6h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
  heart: 'm12 20-7.5-7.4a5 5 0 1 1 7.5-6.6 5 5 0 1 1 7.5 6.6z',
}

export function Interests({ interests }: { interests: readonly InterestContent[] }) {
  return (
    <div className={cx(styles.grid, 'contained laid-out-later')}>
      {interests.map((interest) => (
        <Interest key={interest.slug} {...interest} />
      ))}
    </div>
  )
}

function Interest({ title, quote, source, description, icon, language, lang }: InterestContent) {
  const { texts } = usePageTexts()
  return (
    <Card as="section" lang={lang} data-fade-in="" className={styles.interest}>
      <h2 dir="auto" className={styles.title}>
        <IconTile>
          <PathIcon d={icons[icon]} />
        </IconTile>
        {title}
      </h2>
      <figure lang={language} className={styles.figure}>
        <blockquote dir="auto" className={styles.quote}>
          {texts.quoted(quote)}
        </blockquote>
        <figcaption dir="auto">{source}</figcaption>
      </figure>
      <RichText html={description} />
    </Card>
  )
}
