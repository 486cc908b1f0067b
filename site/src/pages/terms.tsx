import { usePageTexts } from './language'
import type { PageProps } from './page-props'
import { TextPage } from './text-page'

/** The text that the sign-up form shows too. */
export function TermsPage({ content: { terms } }: Pick<PageProps, 'content'>) {
  const { texts, fixed } = usePageTexts()
  return (
    <TextPage
      eyebrow={<span {...fixed}>{texts.lastUpdated(terms.updated)}</span>}
      heading={terms.heading}
      body={terms.body}
    />
  )
}
