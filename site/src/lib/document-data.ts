const meta = (name: string, page = document) =>
  page.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/** The site's name, as a document gives it. */
export const siteName = (page = document): string => meta('application-name', page) ?? ''

/** The letter in the site's logo. */
export const siteLogo = (): string => meta('logo-letter') ?? siteName().charAt(0)

/** The address that the published pages name, if any. */
export const siteUrl = (): string | undefined => meta('site-url')

/** Returns the content of the document's template `id`. */
export function templateContent(id: string): DocumentFragment {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? template.content : document.createDocumentFragment()
}
