import { clauseAnchor } from '../../../contract/policy/clauses.ts'
import type { RuleNode, SaidRule } from '../../../contract/policy.ts'
import { noteBeside, numberOf } from '../../../contract/rule/note.ts'
import styles from './rule-words.module.css'

/**
 * The conditions of a rule as generated sentences, with handwritten notes beside them. `page`: the page with the text and its clauses, when
 * it is another one.
 */
export function RuleWords({ rule, page = '' }: { rule: SaidRule; page?: string }) {
  const top = rule.conditions.all ?? [rule.conditions]
  return (
    <ol className={`${styles.list} ${top.some((node) => numberOf(node.label)) ? styles.own : ''}`}>
      {top.map((node, i) => (
        <Node key={i} node={node} page={page} />
      ))}
    </ol>
  )
}

function Node({ node, page }: { node: RuleNode; page: string }) {
  const children = node.any ?? node.all ?? node.of ?? (node.not ? [node.not] : undefined)
  return (
    <li>
      {/* Documents that number their conditions ①② keep their own numbers. */}
      {numberOf(node.label)}
      {node.sentence}
      <Source node={node} page={page} />
      <Note label={node.label} sentence={node.sentence} />
      {children && (
        <ul className={styles.inner}>
          {children.map((child, i) => (
            <Node key={i} node={child} page={page} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Note({ label, sentence }: { label: string | undefined; sentence: string | undefined }) {
  const note = noteBeside(label, sentence)
  return note && <span className={styles.note}>说明：{note}</span>
}

/** A link to the clause of the text that a condition comes from. */
const Source = ({ node, page }: { node: RuleNode; page: string }) =>
  node.clause ? (
    <a className={styles.source} href={`${page}#${clauseAnchor(node.clause)}`}>
      依据{node.clause}
    </a>
  ) : null

/** The benefits of a policy, one row each, and how they are combined. */
export function BenefitWords({ rule, unnamed = '扶持' }: { rule: SaidRule; unnamed?: string | undefined }) {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">标准</th>
          </tr>
        </thead>
        <tbody>
          {rule.benefits.map((b, i) => (
            <tr key={i}>
              <th scope="row">{b.name ?? unnamed}</th>
              <td>
                {b.sentence}
                <Note label={b.formula} sentence={b.sentence} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rule.together.map((line) => (
        <p key={line} className="meta">
          {line}。
        </p>
      ))}
    </>
  )
}
