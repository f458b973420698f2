import type { Explanation } from '../../contract/matching.ts'
import { noteBeside, numberOf } from '../../contract/rule/note.ts'
import { factToConfirm } from './asked-words.ts'
import styles from './condition-tree.module.css'

const signs = { true: { mark: '✓', word: '满足' }, false: { mark: '✕', word: '不满足' }, unknown: { mark: '?', word: '待补充' } } as const

/**
 * Each condition as a sentence made from the rule, with the company's value, the distance to the limit, and the date on which time alone
 * will meet it.
 */
export function ConditionTree({
  node,
  labels,
  whose = '我的',
}: {
  node: Explanation
  labels?: ReadonlyMap<string, string>
  whose?: string
}) {
  const top = node.kind === 'all' ? (node.children ?? []) : [node]
  return (
    <ul className={styles.tree}>
      {top.map((child, i) => (
        <Node key={child.id ?? i} node={child} labels={labels} whose={whose} />
      ))}
    </ul>
  )
}

/** The engine's default names for groups without a name. */
const GENERIC = new Set(['满足任一', '以下不成立', '同时满足'])

function Node({ node, labels, whose }: { node: Explanation; labels: ReadonlyMap<string, string> | undefined; whose: string }) {
  const { mark, word } = signs[node.result]
  const note = noteBeside(node.label, node.sentence)
  return (
    <li className={styles[`r_${node.result}`]}>
      <p className={styles.line}>
        <span className={styles.mark} aria-hidden="true">
          {mark}
        </span>
        <span className="visually-hidden">{word}：</span>
        <span className={styles.label}>
          {numberOf(node.label)}
          {factToConfirm(node, labels) ?? node.sentence}
        </span>
        {note && !GENERIC.has(note) && <span className={styles.facts}>说明：{note}</span>}
        {node.kind === 'leaf' && <span className={styles.facts}>{facts(node, labels, whose)}</span>}
      </p>
      {node.rows && node.rows.length > 0 && (
        <ul className={styles.inner} aria-label="逐行">
          {node.rows.map(({ text, taken }, i) => (
            <li key={i} className={styles.facts}>
              {taken === null ? '待补' : taken ? '计入' : '不计'}：{text}
            </li>
          ))}
        </ul>
      )}
      {node.children && node.children.length > 0 && (
        <ul className={styles.inner}>
          {node.children.map((child, i) => (
            <Node key={child.id ?? i} node={child} labels={labels} whose={whose} />
          ))}
        </ul>
      )}
    </li>
  )
}

function facts(node: Explanation, labels: ReadonlyMap<string, string> | undefined, whose: string): string {
  const parts = [
    node.result !== 'unknown' && node.actualText ? `${whose} ${node.actualText}` : null,
    node.source && `来源 ${node.source}${node.asOf ? ` ${node.asOf}` : ''}`,
    node.gapText,
    node.metAt && `${node.metAt} 起可满足`,
    node.score
      && `得分 ${node.score.scoreMin === node.score.scoreMax ? node.score.scoreMin : `${node.score.scoreMin}–${node.score.scoreMax}`}`,
    node.result === 'unknown' && node.missing?.length ? `需补充：${node.missing.map((k) => labels?.get(k) ?? k).join('、')}` : null,
    // The missing facts are already listed above.
    node.missing?.length ? null : node.reason,
  ]
  return parts.filter(Boolean).join(' · ')
}
