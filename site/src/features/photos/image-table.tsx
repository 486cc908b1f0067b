/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout takes the table's boxes apart, and with them the roles that browsers give them */
import { IconExternalLink } from '@tabler/icons-react'
import type { Gallery, ImageRecord } from '../../api/types'
import { Badge } from '../../ui/badge'
import { buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { frontPageGallery } from './front-page'
import styles from './image-table.module.css'

interface ImageTableProps {
  images: readonly ImageRecord[]
  galleries: readonly Gallery[]
}

/** The pictures there are, newest first. On a narrow screen each row becomes a card. */
export function ImageTable({ images, galleries }: ImageTableProps) {
  const frontPage = frontPageGallery(galleries)?.id
  return (
    <Card as="section" aria-labelledby="images" className={styles.card}>
      <h2 id="images" className={styles.title}>
        Uploaded Images
      </h2>
      <table role="table" aria-labelledby="images" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">Thumbnail</th>
            <th role="columnheader">Title</th>
            <th role="columnheader">Gallery</th>
            <th role="columnheader">Uploaded At</th>
            <th role="columnheader">Actions</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {images.map((image) => (
            <ImageRow key={image.id} image={image} onFrontPage={image.gallery === frontPage} />
          ))}
        </tbody>
      </table>
      {images.length === 0 && <p className={styles.empty}>No images uploaded yet.</p>}
    </Card>
  )
}

function ImageRow({ image, onFrontPage }: { image: ImageRecord; onFrontPage: boolean }) {
  const title = image.title || 'No Title'
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.thumb}>
        <img src={image.thumbnail_url} alt={image.alt_text} width={48} height={48} loading="lazy" />
      </td>
      <td role="cell" className={styles.name}>
        {title}
      </td>
      <td role="cell" className={styles.gallery}>
        <Badge tone={image.gallery !== null && onFrontPage ? 'honey' : 'plain'}>
          {image.gallery_name ?? 'Unassigned'}
        </Badge>
      </td>
      <td role="cell" className={styles.date}>
        <time dateTime={image.uploaded_at}>{new Date(image.uploaded_at).toLocaleDateString()}</time>
      </td>
      <td role="cell" className={styles.actions}>
        <a
          href={image.image_url}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${title} in a new tab`}
          className={buttonClass({ variant: 'quiet' }, styles.action)}
        >
          <Icon of={IconExternalLink} />
        </a>
      </td>
    </tr>
  )
}
