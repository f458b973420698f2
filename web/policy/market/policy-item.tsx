import type { PolicyListItem } from '../../../contract/policy.ts'
import { messages } from '../../../contract/messages.ts'
import { ConsultButton } from '../consult/consult-button.tsx'
import { CollectButton } from '../follow/collect-button.tsx'
import { marked } from './marked.tsx'
import { ceiling, day, windowOf } from '../rule/wording.ts'
import styles from './policy-item.module.css'

/** One policy in a list: facts on the left, what to do on the right. The details open in a new tab (spec §2). */
export function PolicyItem({
  item,
  words = [],
  to = '/page/policymarket/details',
  children,
}: {
  item: PolicyListItem
  words?: readonly string[]
  to?: string
  /** what is known about the reader and this policy */
  children?: React.ReactNode
}) {
  const state = windowOf(item)
  const most = ceiling(item)
  return (
    <li className={`${styles.item} ${state.over ? styles.over : ''}`}>
      <div className={styles.facts}>
        <h3 className={styles.title}>
          <a href={`${to}?id=${item.id}`} target="_blank" rel="noopener">
            {marked(item.policyTitle, words)}
            <span className="visually-hidden">（在新标签页打开）</span>
          </a>
        </h3>
        <p className={styles.meta}>
          <span>{item.policyDepName}</span>
          <span className="num">{day(item.policyCreateTime)}</span>
          {item.policyNo && <span>{item.policyNo}</span>}
          <span>{item.levelName}</span>
          {item.outside && <span>{item.areaName}</span>}
        </p>
        <p className={styles.summary}>{marked(item.summary, words)}</p>
        {item.passage && <p className={styles.passage}>原文：{marked(item.passage, words)}</p>}
        {children}
        <ul className={styles.tags}>
          {item.supportModes.map((mode) => (
            <li key={mode} className="tag">
              {mode}
            </li>
          ))}
          {item.repealedOn && item.status !== 'repealed' && <li className="tag tag-warning">将于 {item.repealedOn} 起废止</li>}
          {item.outside && <li className="tag tag-warning">外地参考</li>}
          {item.origin !== 'own' && <li className="tag tag-warning">{item.originName}</li>}
          <li>
            <CollectButton policyId={item.id} policyTitle={item.policyTitle} plain />
          </li>
        </ul>
      </div>
      <div className={styles.actions}>
        <p className={state.urgent ? styles.urgent : styles.window}>{state.text}</p>
        {most && <p className={styles.amount}>{most}</p>}
        <a className="btn btn-primary btn-small" href={`${to}?id=${item.id}`} target="_blank" rel="noopener">
          {messages.learnNow}
          <span className="visually-hidden">：{item.policyTitle}</span>
        </a>
        <ConsultButton policyId={item.id} policyTitle={item.policyTitle} small />
      </div>
    </li>
  )
}
