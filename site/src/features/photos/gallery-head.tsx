import { frontPageSlug } from '../../api/front-page'
import type { Gallery } from '../../api/types'
import { Badge } from '../../ui/badge'
import styles from './gallery-head.module.css'

/** A gallery's name and slug, and whether the front page shows it. */
export function GalleryHead({ gallery: { name, slug } }: { gallery: Gallery }) {
  return (
    <div className={styles.head}>
      <h3 className={styles.name}>{name}</h3>
      <Badge className={styles.slug}>{slug}</Badge>
      {slug === frontPageSlug && <Badge tone="honey">Front page</Badge>}
    </div>
  )
}
