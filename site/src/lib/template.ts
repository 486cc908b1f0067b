/** Returns the content of the document's template `id`. */
export function templateContent(id: string): DocumentFragment {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? template.content : document.createDocumentFragment()
}
