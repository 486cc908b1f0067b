import type { SiteContent } from './page-props'
import { SiteHeader } from './site-header'

/** The body of the app's document: the header, hidden at first, the app's root, and content for its screens. */
export function Shell({ content }: { content: SiteContent }) {
  const { site, home, terms } = content
  return (
    <>
      <SiteHeader content={content} app />
      <div id="root" />
      <template id="terms">
        <h2>{terms.heading}</h2>
        <p>{terms.updated}</p>
        <div dangerouslySetInnerHTML={{ __html: terms.body }} />
      </template>
      <template id="quotes">
        {home.interests.map(({ slug, quote, source }) => (
          <figure key={slug} data-own={source === site.name || undefined}>
            <blockquote>{quote}</blockquote>
            <figcaption>{source}</figcaption>
          </figure>
        ))}
      </template>
    </>
  )
}
