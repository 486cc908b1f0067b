import { cx } from '../lib/cx'
import { count } from '../lib/text'
import { Card } from '../ui/card'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import cover from './cover.module.css'
import { Thumbnail } from './gallery'
import type { PageProps } from './page-props'
import cards from './project-cards.module.css'
import styles from './projects.module.css'

/** Two columns; on phones one. */
const sizes = '(min-width:44rem) 36rem, calc(100vw - 2.5rem)'

/** All galleries, each a card that is one link. */
export function Galleries({ content: { pages, galleries } }: Pick<PageProps, 'content'>) {
  const { heading, intro } = pages.gallery
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow="Photos" title={heading}>
        {intro !== '' && <RichText html={intro} />}
      </PageIntro>
      <ul className={cx(styles.grid, cards.pairs)}>
        {galleries.map(({ name, description, count: photos, pages: [first] }, index) => (
          <Card as="li" flush data-fade-in="" key={first?.path} className={cards.card}>
            {first?.photos[0] && (
              <Thumbnail
                photo={first.photos[0]}
                eager={index < 2}
                sizes={sizes}
                alt=""
                className={cover.cover}
              />
            )}
            <div className={cards.text}>
              <h2 dir="auto">
                <a href={first?.path}>{name}</a>
              </h2>
              {description !== '' && (
                <p dir="auto" className={cards.summary}>
                  {description}
                </p>
              )}
              <p>{count(photos, 'photo')}</p>
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}
