import { precedence, type Expression } from './expression.ts'

/** The percentage of a number written as such: 0.125, written `12.5%`, is 12.5. */
export const percentOf = ({ text }: { text: string }): number => Math.round(Number(text) * 1e10) / 1e8

/** A formula as text, with single spaces and without unnecessary brackets. */
export function expressionText(node: Expression, outer = 0): string {
  switch (node.type) {
    case 'number':
      return node.percent ? `${percentOf(node)}%` : node.text
    case 'string':
      return `"${node.value}"`
    case 'boolean':
      return String(node.value)
    case 'field':
      return node.key
    case 'negate':
      return `-${expressionText(node.of, 7)}`
    case 'not':
      return `!${expressionText(node.of, 7)}`
    case 'choose': {
      const text = `${expressionText(node.test, 1)} ? ${expressionText(node.yes)} : ${expressionText(node.no)}`
      return outer > 0 ? `(${text})` : text
    }
    case 'binary': {
      const rank = precedence[node.op]
      const text = `${expressionText(node.left, rank)} ${node.op} ${expressionText(node.right, rank + 1)}`
      return rank < outer ? `(${text})` : text
    }
    case 'call':
      return `${node.name}(${node.args.map((each) => expressionText(each)).join(', ')})`
  }
}
