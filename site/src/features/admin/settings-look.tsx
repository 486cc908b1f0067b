import { SiteLink } from '../../ui/link'
import { CardBody, SettingsRow } from '../../ui/section'
import { Note } from '../../ui/note'

/** The look of the site is content: it is drafted, previewed and published there. */
export function SettingsLook() {
  return (
    <SettingsRow title="Look" about="Name, colours and logo.">
      <CardBody>
        <Note>
          Your site’s look is part of its content.{' '}
          <SiteLink to="/content?file=site.md">Edit it under Content</SiteLink>
        </Note>
      </CardBody>
    </SettingsRow>
  )
}
