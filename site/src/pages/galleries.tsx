import { cx } from '../lib/cx'
import { Card } from '../ui/card'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import cover from './cover.module.css'
import { Thumbnail } from './gallery'
import { libraryLanguage, usePageTexts } from './language'
import type { PageProps } from './page-props'
import cards from './project-cards.module.css'
import { Fixed } from './fixed'
import styles from './projects.module.css'

/** Two columns; on phones one. */
const sizes = '(min-width:44rem) 36rem, calc(100vw - 2.5rem)'

/** All galleries, each a card that is one link. */
export function Galleries({ content }: Pick<PageProps, 'content'>) {
  const { pages, galleries } = content
  const { texts, fixed } = usePageTexts()
  const lang = libraryLanguage(content)
  const { heading, intro, labelLanguage } = pages.gallery
  return (
    <div className={cx(styles.page, 'contained')}>
      <PageIntro eyebrow={<Fixed>{texts.photos}</Fixed>} title={heading} titleLanguage={labelLanguage}>
        {intro !== '' && <RichText html={intro} />}
      </PageIntro>
      <ul className={cx(styles.grid, cards.pairs)}>
        {galleries.map(({ name, description, count, pages: [first] }, index) => (
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
              <h2 dir="auto" lang={lang}>
                <a href={first?.path}>{name}</a>
              </h2>
              {description !== '' && (
                <p dir="auto" lang={lang} className={cards.summary}>
                  {description}
                </p>
              )}
              <p {...fixed}>{texts.photoCount(count)}</p>
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}
