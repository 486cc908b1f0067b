import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { IconTile } from '../ui/icon-tile'
import { PathIcon } from '../ui/path-icon'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { PageProps, SiteContent } from './page-props'
import { paths } from './paths'
import styles from './on-the-web.module.css'

type WebCard = SiteContent['onTheWeb']['cards'][number]

/** The owner's profiles on other sites. */
export function OnTheWeb({ content: { onTheWeb: web, site } }: Pick<PageProps, 'content'>) {
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow={site.name} title={web.heading}>
        {web.intro !== '' && <RichText html={web.intro} />}
      </PageIntro>
      {web.cards.length > 0 && (
        <ul className={styles.grid}>
          {web.cards.map((card) => (
            <CardOf key={card.slug} {...card} />
          ))}
        </ul>
      )}
    </div>
  )
}

const icons: Record<WebCard['icon'], string> = {
  youtube: 'M2 8a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4zm8 1 5 3-5 3z',
  linkedin:
    'M8 11v5M8 8v.01M12 16v-5m4 5v-3a2 2 0 1 0-4 0M3 7a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z',
  github:
    'M9 19c-4.3 1.4-4.3-2.5-6-3m12 5v-3.5c0-1 .1-1.4-.5-2 2.8-.3 5.5-1.4 5.5-6a4.6 4.6 0 0 0-1.3-3.2 4.2 4.2 0 0 0-.1-3.2s-1.1-.3-3.5 1.3a12.3 12.3 0 0 0-6.2 0C6.5 2.8 5.4 3.1 5.4 3.1a4.2 4.2 0 0 0-.1 3.2A4.6 4.6 0 0 0 4 9.5c0 4.6 2.7 5.7 5.5 6-.6.6-.6 1.2-.5 2V21',
  gitlab: 'm21 14-9 7-9-7L6 3l3 7h6l3-7z',
  medium:
    'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm4 3h1l3 3 3-3h1m-8 6h2m4 0h2M9 9v6m6-6v6',
  mastodon:
    'M18.6 15.3c-1.8 1.7-6.6 1.6-6.6 1.6a18 18 0 0 1-3.3-.3c1.1 2 4.1 2.8 9 2.5-2 2-13.6 5.3-13.7-7.6v-1.2c0-3 0-4.1 1.4-5.6C7 3 12 3 12 3s5 0 6.6 1.7C20 6.2 20 7.3 20 10.3s-.5 4.1-1.4 5M12 11.2V8.3C12 7 11.1 6 10 6S8 7 8 8.3V13m4-4.7C12 7 12.9 6 14 6s2 1 2 2.3V13',
  video: 'M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2m10 5 6-3v8l-6-3',
  network:
    'M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2m1-18a4 4 0 0 1 0 8m5 10v-2a4 4 0 0 0-3-4',
  code: 'm7 8-4 4 4 4m10-8 4 4-4 4M14 4l-4 16',
  article: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2m2 4h8m-8 4h8m-8 4h5',
  blog: 'M4 20h4L19 9l-4-4L4 16zm8-12 4 4',
}

/** A profile. The whole card is the link; a card without an address is a placeholder. */
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
            <PathIcon small d={paths.external} />
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
      {description !== '' && <RichText html={description} />}
    </Card>
  )
}
