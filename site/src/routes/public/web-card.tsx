import {
  IconArticle,
  IconCode,
  IconExternalLink,
  IconPencil,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import type { WebCard as WebCardContent } from 'virtual:content/on-the-web'
import type { ServiceIcon } from 'virtual:content/site'
import { cx } from '../../lib/cx'
import { Card } from '../../ui/card'
import { HexTile } from '../../ui/hex-tile'
import { Icon } from '../../ui/icon'
import { RichText } from '../../ui/rich-text'
import { useFadeIn } from '../../ui/use-fade-in'
import styles from './web-card.module.css'

const icons: Record<ServiceIcon, typeof IconCode> = {
  video: IconVideo,
  network: IconUsers,
  code: IconCode,
  article: IconArticle,
  blog: IconPencil,
}

/** One place on the web. The whole card is the link; without an address it is a placeholder and looks like one. */
export function WebCard({ title, handle, url, icon, description }: WebCardContent) {
  const ref = useFadeIn<HTMLDivElement>()
  return (
    <Card as="li" ref={ref} className={cx(styles.card, !url && styles.placeholder)}>
      <HexTile icon={icons[icon]} />
      <h2>
        {url ? (
          <a href={url} rel="noopener me">
            {title}
            <Icon of={IconExternalLink} size={16} />
          </a>
        ) : (
          title
        )}
      </h2>
      {handle && <p className={styles.handle}>{handle}</p>}
      <RichText html={description} />
    </Card>
  )
}
