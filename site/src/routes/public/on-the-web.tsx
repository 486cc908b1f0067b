import web from 'virtual:content/on-the-web'
import site from 'virtual:content/site'
import { ReadingHead } from '../../ui/reading-head'
import { RichText } from '../../ui/rich-text'
import styles from './on-the-web.module.css'
import { WebCard } from './web-card'

/** Where else the owner is to be found. */
export default function OnTheWeb() {
  return (
    <div className={styles.page}>
      <ReadingHead eyebrow={site.name} title={web.heading}>
        <RichText html={web.intro} />
      </ReadingHead>
      <ul className={styles.grid}>
        {web.cards.map((card) => (
          <WebCard key={card.slug} {...card} />
        ))}
      </ul>
    </div>
  )
}
