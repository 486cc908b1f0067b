import { Fact, Note } from '../../../ui/note'
import { useQuery } from '@tanstack/react-query'
import { frontPageSlug } from '../../../api/front-page'
import { listGalleryImages } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery } from '../../../api/types'
import { count } from '../../../lib/text'
import { Badge } from '../../../ui/badge'
import { Icon } from '../../../ui/icon'
import { IconPhoto } from '../../../ui/icons'
import { Lines, Row } from '../../../ui/layout'
import { Photo } from '../../../ui/photo'
import { Section } from '../../../ui/section'
import { SiteLink } from '../../../ui/link'
import styles from '../photos.module.css'

export const isOnFrontPage = ({ slug }: Pick<Gallery, 'slug'>) => slug === frontPageSlug

/** Sorts the gallery of the front page first. */
export const frontPageFirst = (galleries: readonly Gallery[]): readonly Gallery[] =>
  [...galleries].sort((one, other) => Number(isOnFrontPage(other)) - Number(isOnFrontPage(one)))

/** Why the front page does not show a gallery whose name says that it does, and how it would; undefined for others. */
export function whyNotShown({ name, slug }: Gallery, galleries: readonly Gallery[]): string | undefined {
  const promises =
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .join('-') === frontPageSlug
  if (!promises || isOnFrontPage({ slug })) return undefined
  const front = galleries.find(isOnFrontPage)
  const how = front
    ? `move them to “${front.name}”`
    : `create a gallery named ${frontPageSlug} and move them to it`
  return `The front page shows the gallery with the slug ${frontPageSlug}. This one keeps the slug ${slug} under any name. To show its photos there, ${how}.`
}

/** All galleries, each a link that filters the list of photos; undefined when they could not be loaded. */
export function GalleryList({ galleries }: { galleries: readonly Gallery[] | undefined }) {
  return (
    <Section
      title="Existing Galleries"
      action={<SiteLink to="/galleries">Manage Galleries</SiteLink>}
      flush={!!galleries?.length}
    >
      {galleries === undefined && <Note>The galleries could not be loaded.</Note>}
      {galleries?.length === 0 && <Note>No galleries created yet.</Note>}
      <Lines edge>
        {frontPageFirst(galleries ?? []).map((gallery) => (
          <li key={gallery.id}>
            <SiteLink to={`/photos?gallery=${gallery.id}`} className={styles.galleryLink}>
              <Cover gallery={gallery} images={1} />
              <div>
                <GalleryHead gallery={gallery} as="h3" />
                {gallery.description && <p className="one-line">{gallery.description}</p>}
                <Fact>{count(gallery.image_count, 'photo')}</Fact>
              </div>
            </SiteLink>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

/** A gallery's name and slug, and where visitors see it. */
export function GalleryHead({ gallery, as: Heading }: { gallery: Gallery; as: 'h3' }) {
  return (
    <Row gap="sm">
      <Heading>{gallery.name}</Heading>
      {gallery.slug !== gallery.name && <Badge mono>{gallery.slug}</Badge>}
      {isOnFrontPage(gallery) && <Badge tone="honey">Front page</Badge>}
      {gallery.shown && <Badge tone="success">On the site</Badge>}
    </Row>
  )
}

interface CoverProps {
  gallery: Gallery
  /** The maximum number of images to show. */
  images: number
}

/** The first images of a gallery, as decoration; an icon if it is empty. */
export function Cover({ gallery, images }: CoverProps) {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.images, 'cover', gallery.slug, images],
    queryFn: () => listGalleryImages(gallery.slug, images),
    enabled: gallery.image_count > 0,
  })
  return (
    <div className={styles.cover} aria-hidden="true" data-images={data.length}>
      {gallery.image_count === 0 && <Icon of={IconPhoto} />}
      {data.map((image) => (
        <Photo key={image.id} of={image} sizes="14rem" alt="" loading="lazy" />
      ))}
    </div>
  )
}
