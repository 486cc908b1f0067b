const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/** The site's name. */
export const siteName = (): string => meta('application-name') ?? ''

/** The letter in the site's logo. */
export const siteLogo = (): string => meta('logo-letter') ?? siteName().charAt(0)

/** The address that the published pages name, if any. */
export const siteUrl = (): string | undefined => meta('site-url')

/** Returns the content of the document's template `id`. */
export function templateContent(id: string): DocumentFragment {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? template.content : document.createDocumentFragment()
}
