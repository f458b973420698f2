import { clauseAnchor } from '../../contract/policy/clauses.ts'
import type { PolicyRule, RuleNode } from '../../contract/policy.ts'
import styles from './rule-words.module.css'

/** The conditions of a rule as a person reads them: the labels of its nodes, groups said in words. */
export function RuleWords({ rule }: { rule: PolicyRule }) {
  const top = rule.conditions.all ?? [rule.conditions]
  return (
    <ol className={`${styles.list} ${top.some(isNumbered) ? styles.own : ''}`}>
      {top.map((node, i) => (
        <Node key={i} node={node} />
      ))}
    </ol>
  )
}

/** Documents that number their conditions ①② keep their own numbers and get no second ones. */
const isNumbered = ({ label }: RuleNode) => /^[①-⑳]/.test(label ?? '')

function Node({ node }: { node: RuleNode }) {
  const children = node.any ?? node.all ?? (node.not ? [node.not] : undefined)
  if (!children)
    return (
      <li>
        {node.label ?? node.field}
        <Source node={node} />
      </li>
    )
  return (
    <li>
      {node.label && <span>{node.label}</span>}
      <Source node={node} />
      <span className={styles.how}>{node.any ? '满足以下任一项' : node.not ? '不得有以下情形' : '同时满足以下各项'}</span>
      <ul className={styles.inner}>
        {children.map((child, i) => (
          <Node key={i} node={child} />
        ))}
      </ul>
    </li>
  )
}

/** The clause of the text that a condition comes from; it leads there. */
const Source = ({ node }: { node: RuleNode }) =>
  node.clause ? (
    <a className={styles.source} href={`#${clauseAnchor(node.clause)}`}>
      依据{node.clause}
    </a>
  ) : null
