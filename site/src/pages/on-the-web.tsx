import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { IconTile } from '../ui/icon-tile'
import { PathIcon } from '../ui/path-icon'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import type { PageProps, SiteContent } from './page-props'
import { paths } from './paths'
import { serviceIcons } from './service-icons'
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
            <CardOf key={card.slug} {...card} isOnly={web.cards.filter(named(card.title)).length === 1} />
          ))}
        </ul>
      )}
    </div>
  )
}

const named =
  (title: string) =>
  (card: WebCard): boolean =>
    card.title === title

/** A profile. The whole card is the link; a card without an address is a placeholder. */
function CardOf({ title, lang, handle, url, icon, description, isOnly }: WebCard & { isOnly: boolean }) {
  return (
    <Card as="li" lang={lang} data-fade-in="" className={cx(styles.card, !url && styles.placeholder)}>
      <IconTile>
        <PathIcon d={serviceIcons[icon]} />
      </IconTile>
      <h2>
        {url ? (
          <a href={url} rel="noopener me">
            <bdi>{title}</bdi>
            {!isOnly && <span className="visually-hidden"> {handle ?? url}</span>}
            <PathIcon small pointing d={paths.external} />
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h2>
      {handle && handle !== title && (
        <p dir="auto" className={styles.handle}>
          {handle}
        </p>
      )}
      {description !== '' && <RichText html={description} />}
    </Card>
  )
}
