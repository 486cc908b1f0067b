import type { PageProps } from './page-props'
import { TextPage } from './text-page'

/** The text that the sign-up form shows too. */
export const TermsPage = ({ content: { terms } }: Pick<PageProps, 'content'>) => (
  <TextPage eyebrow={`Last updated: ${terms.updated}`} heading={terms.heading} body={terms.body} />
)
