import { Fixed } from './fixed'
import { usePageTexts } from './language'
import type { PageProps } from './page-props'
import { TextPage } from './text-page'

/** The text that the sign-up form shows too. */
export function TermsPage({ content: { terms } }: Pick<PageProps, 'content'>) {
  const { texts } = usePageTexts()
  return (
    <TextPage
      eyebrow={<Fixed>{texts.lastUpdated(terms.updated)}</Fixed>}
      heading={terms.heading}
      body={terms.body}
    />
  )
}
