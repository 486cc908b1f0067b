import { frontPageSlug } from '../../api/front-page'
import type { Gallery } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { count } from '../../lib/count'
import { cx } from '../../lib/cx'
import { LinkButton } from '../../ui/link-button'
import work from '../../ui/work.module.css'
import styles from './photos.module.css'

/** All galleries, with a link to their own screen; undefined when they could not be loaded. */
export function GalleryList({ galleries }: { galleries: readonly Gallery[] | undefined }) {
  return (
    <Card as="section" aria-labelledby="galleries">
      <div className={cx(work.row, work.spread, styles.listHead)}>
        <h2 id="galleries" className={work.title}>
          Existing Galleries
        </h2>
        <LinkButton to="/galleries">Manage Galleries</LinkButton>
      </div>
      {galleries === undefined && <p className={styles.empty}>The galleries could not be loaded.</p>}
      {galleries?.length === 0 && <p className={styles.empty}>No galleries created yet.</p>}
      <ul className={styles.galleries}>
        {galleries?.map((gallery) => (
          <li key={gallery.id}>
            <GalleryHead gallery={gallery} />
            {gallery.description && <p className={work.note}>{gallery.description}</p>}
            <p className={work.facts}>{count(gallery.image_count, 'photo')}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A gallery's name and slug, and whether the front page shows it. */
export function GalleryHead({ gallery: { name, slug } }: { gallery: Gallery }) {
  return (
    <div className={styles.galleryHead}>
      <h3>{name}</h3>
      <Badge className={styles.slug}>{slug}</Badge>
      {slug === frontPageSlug && <Badge tone="honey">Front page</Badge>}
    </div>
  )
}
