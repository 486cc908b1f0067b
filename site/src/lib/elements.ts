type Attributes = Record<string, string | undefined>

/** Creates an element. Attributes with the value undefined are skipped. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

/** Creates a decorative icon of one path, like `PathIcon`. */
export function pathIcon(d: string, className: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(namespace, 'svg')
  setAttributes(icon, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: className })
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', d)
  icon.append(path)
  return icon
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value)
  }
}
