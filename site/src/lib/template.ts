/** What the template `id` of the document holds; nothing if there is none. */
export function templateContent(id: string): DocumentFragment {
  const template = document.getElementById(id)
  return template instanceof HTMLTemplateElement ? template.content : document.createDocumentFragment()
}
