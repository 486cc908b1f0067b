import type { SiteContent } from './page-props'
import { SiteHeader } from './site-header'

/** The body of the app's document: the header, hidden at first, the app's root, and content for its screens. */
export function Shell({ content }: { content: SiteContent }) {
  const { language, site, home, terms } = content
  const lang = language.code === 'en' ? undefined : language.code
  return (
    <>
      <SiteHeader content={content} app />
      <div id="root" />
      <template id="terms">
        <h2 lang={lang}>{terms.heading}</h2>
        <p lang={lang}>{terms.updated}</p>
        <div lang={lang} dangerouslySetInnerHTML={{ __html: terms.body }} />
      </template>
      <template id="quotes">
        {home.interests.map(({ slug, quote, source }) => (
          <figure key={slug} lang={lang} data-own={source === site.name || undefined}>
            <blockquote>{quote}</blockquote>
            <figcaption>{source}</figcaption>
          </figure>
        ))}
      </template>
    </>
  )
}
