import type { Gallery } from '../../api/types'
import { Card } from '../../ui/card'
import { count } from '../../lib/count'
import { GalleryHead } from './gallery-head'
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
          {galleries.map((gallery) => (
            <li key={gallery.id} className={styles.gallery}>
              <GalleryHead gallery={gallery} />
              {gallery.description && <p className={styles.description}>{gallery.description}</p>}
              <p className={styles.count}>{count(gallery.image_count, 'photo')}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
