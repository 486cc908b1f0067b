/*
 * Translating browsers replace text nodes by elements, behind the back of React. It would then throw when it removes such a
 * text, or inserts an element before it, and the screen would be lost.
 */
/* eslint-disable @typescript-eslint/unbound-method -- they are called with a node */
const { removeChild, insertBefore } = Node.prototype

Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  return child.parentNode === this ? (removeChild.call(this, child) as Child) : child
}

Node.prototype.insertBefore = function <Added extends Node>(
  this: Node,
  added: Added,
  next: Node | null,
): Added {
  // The place of a text that is gone is not known.
  return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added
}
