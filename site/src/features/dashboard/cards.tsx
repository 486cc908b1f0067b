import { IconExternalLink, IconFileText, IconPhoto } from '../../ui/icons'
import type { Figures } from '../../api/types'
import { count } from '../../lib/count'
import { ActionCard, ActionCards } from '../../ui/action-card'

interface CardsProps {
  /** Undefined until they are known. */
  figures: Figures | undefined
  failed: boolean
  /** Where the backend's own administration is, if anywhere. */
  backend: string | undefined
}

/** Links to the other screens, with how much there is in each. */
export function Cards({ figures, failed, backend }: CardsProps) {
  const unknown = (things: string) =>
    failed ? `The ${things} could not be counted.` : `Counting the ${things}...`
  return (
    <ActionCards>
      <ActionCard icon={IconFileText} title="Manage My Documents" to="/documents" action="Open documents">
        {figures ? aboutDocuments(figures) : unknown('documents')}
      </ActionCard>
      <ActionCard icon={IconPhoto} title="Manage My Photos" to="/photos" action="Open photos">
        {figures ? aboutPhotos(figures) : unknown('photos')}
      </ActionCard>
      {backend && (
        <ActionCard icon={IconExternalLink} title="Backend Admin" href={backend} action="Open backend">
          Accounts, the audit log and how the server is. Opens in a new tab.
        </ActionCard>
      )}
    </ActionCards>
  )
}

function aboutDocuments({ documents, categories, current_documents }: Figures): string {
  const there = `${count(documents, 'document')} in ${count(categories, 'category', 'categories')}.`
  return `${there} ${current_documents} marked current.`
}

function aboutPhotos({ images, galleries, front_page_images }: Figures): string {
  const there = `${count(images, 'photo')} in ${count(galleries, 'gallery', 'galleries')}.`
  return `${there} ${front_page_images} on the front page.`
}
