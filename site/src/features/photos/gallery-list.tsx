import type { Gallery } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { count } from '../../lib/count'
import { frontPageSlug } from '../../api/front-page'
import styles from './gallery-list.module.css'

/** The galleries there are. */
export function GalleryList({ galleries }: { galleries: readonly Gallery[] }) {
  return (
    <Card as="section" aria-labelledby="galleries">
      <h2 id="galleries" className={styles.title}>
        Existing Galleries
      </h2>
      {galleries.length === 0 ? (
        <p className={styles.empty}>No galleries created yet.</p>
      ) : (
        <ul className={styles.list}>
          {galleries.map(({ id, name, slug, description, image_count }) => (
            <li key={id} className={styles.gallery}>
              <div className={styles.head}>
                <h3 className={styles.name}>{name}</h3>
                <Badge className={styles.slug}>{slug}</Badge>
                {slug === frontPageSlug && <Badge tone="honey">Front page</Badge>}
              </div>
              {description && <p className={styles.description}>{description}</p>}
              <p className={styles.count}>{count(image_count, 'photo')}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
