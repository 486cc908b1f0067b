import { IconChartBar, IconCpu, IconHeart, IconWorld } from '@tabler/icons-react'
import home, { type Interest as InterestContent, type InterestIcon } from 'virtual:content/home'
import { Card } from '../../ui/card'
import { HexTile } from '../../ui/hex-tile'
import { RichText } from '../../ui/rich-text'
import { useFadeIn } from '../../ui/use-fade-in'
import styles from './interests.module.css'

const icons: Record<InterestIcon, typeof IconCpu> = {
  chip: IconCpu,
  chart: IconChartBar,
  globe: IconWorld,
  heart: IconHeart,
}

/** What the owner cares about, each in somebody's words and in their own. */
export function Interests() {
  return (
    <div className={styles.grid}>
      {home.interests.map((interest) => (
        <Interest key={interest.slug} {...interest} />
      ))}
    </div>
  )
}

function Interest({ title, quote, source, description, icon }: InterestContent) {
  const ref = useFadeIn<HTMLDivElement>()
  return (
    <Card as="section" ref={ref} className={styles.interest}>
      <h2 className={styles.title}>
        <HexTile icon={icons[icon]} />
        {title}
      </h2>
      <figure className={styles.figure}>
        <blockquote className={styles.quote}>“{quote}”</blockquote>
        <figcaption>{source}</figcaption>
      </figure>
      <RichText html={description} className={styles.description} />
    </Card>
  )
}
