import type { ComponentProps } from 'react'
import type { PolicyDetail } from '../../contract/policy.ts'
import { withClauseAnchors } from '../../contract/policy/clauses.ts'
import { PolicyChain } from './policy-chain.tsx'
import { contactsOf, PolicyContacts } from './policy-contacts.tsx'
import { BenefitWords, RuleWords } from './rule-words.tsx'
import styles from './policy-detail.module.css'

/** The text of a policy's page: conditions, benefits, materials, process, contacts, full text, attachments, versions and sources. */
export function PolicySections({ policy, chain }: { policy: PolicyDetail } & ComponentProps<typeof PolicyChain>) {
  const contacts = contactsOf(policy)
  return (
    <>
      <nav aria-label="本页内容" className={styles.toc}>
        {sections(policy).map(({ id, name }) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <section id="conditions">
        <h2>申报条件</h2>
        <RuleWords rule={policy.rule} />
      </section>
      {policy.rule.benefits.length > 0 && (
        <section id="benefits">
          <h2>扶持内容</h2>
          <BenefitWords rule={policy.rule} unnamed={policy.supportModes[0]} />
        </section>
      )}
      {policy.materials.length > 0 && (
        <section id="materials">
          <h2>申报材料</h2>
          <ol className={styles.numbered}>
            {policy.materials.map((m, i) => (
              <li key={i}>
                {m.name}
                {!m.required && '（如有）'}
                {m.note && <span className="meta"> {m.note}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {policy.process.length > 0 && (
        <section id="process">
          <h2>办理流程</h2>
          <ol className={styles.steps}>
            {policy.process.map((s, i) => (
              <li key={i}>
                <strong>{s.title}</strong>
                <p>{s.text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {contacts.length > 0 && <PolicyContacts contacts={contacts} />}
      <section id="content">
        <h2>政策正文</h2>
        <div className={styles.rich} dangerouslySetInnerHTML={{ __html: withClauseAnchors(policy.content) }} />
      </section>
      {policy.attachments.length + policy.documents.length > 0 && (
        <section id="attachments">
          <h2>附件</h2>
          <ul className={styles.numbered}>
            {policy.documents.map((d) => (
              <li key={d.id}>
                <a href={`/files/download?filePath=${d.filePath}`}>{d.fileName}</a>
                <span className="meta"> {[d.docNo, d.publishDate].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
            {policy.attachments.map((f) => (
              <li key={f.fileId}>
                <a href={`/files/download?filePath=${encodeURIComponent(f.fileId)}`}>{f.fileName}</a>
                <span className="meta"> {(f.size / 1024).toFixed(0)} KB</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section id="sources">
        <h2>版本与来源</h2>
        <ul className={styles.numbered}>
          {policy.versions.map((v) => (
            <li key={v.number}>
              第 {v.number} 版{v.effectiveFrom && `，${v.effectiveFrom} 起施行`}
              {v.effectiveTo && `，至 ${v.effectiveTo}`}
              {v.note && `：${v.note}`}
              {v.number > 1 && (
                <>
                  {' '}
                  <a href={`/page/policyserver/compare?id=${policy.id}&from=${v.number - 1}&to=${v.number}`}>与上一版对比</a>
                </>
              )}
            </li>
          ))}
        </ul>
        <PolicyChain chain={chain} />
        {policy.sourceNote && <p className={styles.note}>{policy.sourceNote}</p>}
        {policy.sources.length > 0 && (
          <ul className={styles.sources}>
            {policy.sources.map((s) => (
              <li key={s}>{s}</li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const sections = (p: PolicyDetail) =>
  [
    { id: 'conditions', name: '申报条件', on: true },
    { id: 'benefits', name: '扶持内容', on: p.rule.benefits.length > 0 },
    { id: 'materials', name: '申报材料', on: p.materials.length > 0 },
    { id: 'process', name: '办理流程', on: p.process.length > 0 },
    { id: 'contacts', name: '联系单位', on: contactsOf(p).length > 0 },
    { id: 'content', name: '政策正文', on: true },
    { id: 'attachments', name: '附件', on: p.attachments.length + p.documents.length > 0 },
    { id: 'sources', name: '版本与来源', on: true },
  ].filter((s) => s.on)
