import { IconPhoto } from '@tabler/icons-react'
import { ActionCard } from '../../ui/action-card'
import { count } from '../../lib/count'
import { frontPageImages } from './front-page'
import { usePhotos } from './queries'

/** The dashboard's card for the pictures, with how many there are. */
export function PhotosCard() {
  const { images, galleries, failed } = usePhotos()
  return (
    <ActionCard icon={IconPhoto} title="Manage My Photos" to="/photos" action="Open photos">
      {images && galleries
        ? `${count(images.length, 'photo')} in ${count(galleries.length, 'gallery', 'galleries')}. ` +
          `${frontPageImages(galleries, images).length} on the front page.`
        : failed
          ? 'The photos could not be counted.'
          : 'Counting the photos...'}
    </ActionCard>
  )
}
