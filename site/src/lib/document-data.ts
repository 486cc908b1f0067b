/** The site's name, as the document gives it. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** Returns the content of the document's template `id`. */
export function templateContent(id: string): DocumentFragment {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? template.content : document.createDocumentFragment()
}
