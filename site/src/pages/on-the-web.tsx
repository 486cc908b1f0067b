import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { IconTile } from '../ui/icon-tile'
import { PathIcon } from '../ui/path-icon'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { PageProps, SiteContent } from './page-props'
import styles from './on-the-web.module.css'

type WebCard = SiteContent['onTheWeb']['cards'][number]

/** Where else the owner is to be found. */
export function OnTheWeb({ content: { onTheWeb: web, site } }: Pick<PageProps, 'content'>) {
  return (
    <div className={styles.page}>
      <PageIntro eyebrow={site.name} title={web.heading}>
        <RichText html={web.intro} />
      </PageIntro>
      <ul className={styles.grid}>
        {web.cards.map((card) => (
          <CardOf key={card.slug} {...card} />
        ))}
      </ul>
    </div>
  )
}

const icons: Record<WebCard['icon'], string> = {
  video: 'M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2m10 5 6-3v8l-6-3',
  network:
    'M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2m1-18a4 4 0 0 1 0 8m5 10v-2a4 4 0 0 0-3-4',
  code: 'm7 8-4 4 4 4m10-8 4 4-4 4M14 4l-4 16',
  article: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2m2 4h8m-8 4h8m-8 4h5',
  blog: 'M4 20h4L19 9l-4-4L4 16zm8-12 4 4',
}

/** One place on the web. The whole card is the link; without an address it is a placeholder and looks like one. */
function CardOf({ title, handle, url, icon, description }: WebCard) {
  return (
    <Card as="li" data-fade-in="" className={cx(styles.card, !url && styles.placeholder)}>
      <IconTile>
        <PathIcon d={icons[icon]} />
      </IconTile>
      <h2 dir="auto">
        {url ? (
          <a href={url} rel="noopener me">
            {title}
            <PathIcon
              small
              d="M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5"
            />
          </a>
        ) : (
          title
        )}
      </h2>
      {handle && (
        <p dir="auto" className={styles.handle}>
          {handle}
        </p>
      )}
      <RichText html={description} />
    </Card>
  )
}
