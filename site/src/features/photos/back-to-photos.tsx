import { Icon } from '../../ui/icon'
import { IconArrowLeft } from '../../ui/icons'
import { LinkButton } from '../../ui/link-button'

/** The link of the screens beside that of all photos. */
export function BackToPhotos() {
  return (
    <LinkButton to="/photos">
      <Icon of={IconArrowLeft} />
      Back to Photo Management
    </LinkButton>
  )
}
