/** Reports whether the pointer is outside `element`: a dialog also gets the events of its backdrop. */
export function isOutside({ clientX, clientY }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
