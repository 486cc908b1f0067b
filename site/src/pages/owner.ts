import { contactPage } from '#model/addresses'
import type { SiteContent } from './page-props'

/** Where visitors write to the owner: the page with the form, or a mail. `at` returns a page's address in the page's language. */
export const contactAddress = (
  { contact_form, email }: SiteContent['site'],
  at: (path: string) => string,
  subject = '',
): string =>
  contact_form ? at(contactPage) : `mailto:${email}${subject && `?subject=${encodeURIComponent(subject)}`}`

/** What short sentences call the owner. */
export const firstName = ({ name }: Pick<SiteContent['site'], 'name'>): string => name.split(' ')[0] ?? name
