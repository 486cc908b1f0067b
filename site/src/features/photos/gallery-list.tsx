import type { Gallery } from '../../api/types'
import { Card } from '../../ui/card'
import { count } from '../../lib/count'
import { LinkButton } from '../../ui/link-button'
import { GalleryHead } from './gallery-head'
import styles from './gallery-list.module.css'

/** All galleries, with a link to their own screen; undefined when they could not be loaded. */
export function GalleryList({ galleries }: { galleries: readonly Gallery[] | undefined }) {
  return (
    <Card as="section" aria-labelledby="galleries">
      <div className={styles.top}>
        <h2 id="galleries" className={styles.title}>
          Existing Galleries
        </h2>
        <LinkButton to="/galleries">Manage Galleries</LinkButton>
      </div>
      {galleries === undefined && <p className={styles.empty}>The galleries could not be loaded.</p>}
      {galleries?.length === 0 && <p className={styles.empty}>No galleries created yet.</p>}
      <ul className={styles.list}>
        {galleries?.map((gallery) => (
          <li key={gallery.id} className={styles.gallery}>
            <GalleryHead gallery={gallery} />
            {gallery.description && <p className={styles.description}>{gallery.description}</p>}
            {gallery.image_count !== undefined && (
              <p className={styles.count}>{count(gallery.image_count, 'photo')}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
