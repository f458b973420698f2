import { compare, rational } from './rational.ts'
import type { Expression } from '../../../contract/rule/expression.ts'
import { gradedCall, isGraded } from '../../../contract/rule/graded.ts'

/** Why a table of grades, or a growth over years, cannot be used; undefined when it can. */
export function gradesIssue(node: Expression & { type: 'call' }): string | undefined {
  if (node.name === 'compound') {
    const years = node.args[2]
    return years?.type === 'number' && /^([1-9]|1\d|20)$/.test(years.text) ? undefined : '年均增长相隔的年数应为 1 至 20 的整数'
  }
  if (!isGraded(node.name)) return undefined
  const call = gradedCall(node)
  if (!call) return '分档应成对写出起点和取值，都是数字'
  const froms = call.grades.map(({ from }) => rational(from.text))
  const at = froms.findIndex((from, n) => n > 0 && compare(from, froms[n - 1] ?? from) <= 0)
  return at < 0 ? undefined : `第 ${at + 1} 档的起点应大于第 ${at} 档`
}
