import ts from 'typescript'

/*
 * Translating browsers replace each text node by an element. React fails when it then removes the node, or inserts another
 * before it. A text that is an element's only child is safe: React replaces all of the element's content.
 */

const conditionalText =
  'React cannot remove this text once a browser has translated it. Put it into an element of its own.'
const besideConditional =
  'React cannot insert what comes before this text once a browser has translated it. Put the text into an element of its own.'
const mixedText =
  'React cannot replace the children by this text once a browser has translated them. Put both into elements with keys.'

const isBlank = (node) =>
  (node.type === 'JSXText' && node.value.trim() === '') ||
  (node.type === 'JSXExpressionContainer' && node.expression.type === 'Literal')
const isElement = (node) => node.type === 'JSXElement' || node.type === 'JSXFragment'

/** What `expression` may show: the ends of its conditions. */
function branches(expression) {
  if (expression.type === 'ConditionalExpression') {
    return [...branches(expression.consequent), ...branches(expression.alternate)]
  }
  if (expression.type !== 'LogicalExpression') return [expression]
  // The left side of && is shown only when it is nothing.
  const left = expression.operator === '&&' ? [] : branches(expression.left)
  return [...left, ...branches(expression.right)]
}

/** Reports texts in JSX that React removes, or inserts something before, when a browser may have translated them. */
export const loneText = {
  meta: { type: 'problem', schema: [], messages: { conditionalText, besideConditional, mixedText } },
  create(context) {
    const services = context.sourceCode.parserServices
    const has = (node, flags) => {
      const type = services.getTypeAtLocation(node)
      return (type.isUnion() ? type.types : [type]).some((part) => (part.flags & flags) !== 0)
    }
    /** A text and nothing else: children of any kind are their owner's concern. */
    const isText = (node) =>
      has(node, ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike) && !has(node, ts.TypeFlags.Object)

    const expressionIn = ({ type, expression }) =>
      type === 'JSXExpressionContainer' && expression.type !== 'JSXEmptyExpression' ? expression : undefined
    const isConditional = (expression) =>
      expression?.type === 'ConditionalExpression' || expression?.type === 'LogicalExpression'
    const isTextChild = (child) =>
      child.type === 'JSXText' || branches(expressionIn(child) ?? child).some(isText)

    function checkSiblings(children, isAmongOthers) {
      let afterConditional = false
      for (const child of children) {
        const conditional = isConditional(expressionIn(child))
        if (isTextChild(child)) {
          if (conditional || isAmongOthers) context.report({ node: child, messageId: 'conditionalText' })
          else if (afterConditional) context.report({ node: child, messageId: 'besideConditional' })
        }
        // What follows an element that is always there is inserted after it.
        afterConditional = conditional || (afterConditional && child.type === 'JSXExpressionContainer')
      }
    }

    function checkLone(expression) {
      const ends = branches(expression)
      const isUnknown = (end) => !isElement(end) && end.type !== 'Literal' && !isText(end)
      if (ends.some(isText) && ends.some(isUnknown)) {
        context.report({ node: expression, messageId: 'mixedText' })
      }
    }

    function check(node) {
      const children = node.children.filter(
        (child) => !isBlank(child) && (child.type !== 'JSXExpressionContainer' || expressionIn(child)),
      )
      const [only] = children
      const isFragment = node.type === 'JSXFragment'
      if (children.length > 1 || isFragment) checkSiblings(children, isFragment)
      else if (only && isConditional(expressionIn(only))) checkLone(only.expression)
    }
    return { JSXElement: check, JSXFragment: check }
  },
}
