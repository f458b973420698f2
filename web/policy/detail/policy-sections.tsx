import type { ComponentProps } from 'react'
import type { ProjectSummary } from '../../../contract/declaration.ts'
import type { PolicyDetail } from '../../../contract/policy.ts'
import { withClauseAnchors } from '../../../contract/policy/clauses.ts'
import { filesBody, richBody } from '../../shell/public/detail-parts.tsx'
import type { Section } from '../../shell/public/public-detail.tsx'
import { PolicyChain } from './policy-chain.tsx'
import { contactsOf, PolicyContacts } from './policy-contacts.tsx'
import { withoutRepeatedMaterials } from './repeated-materials.ts'
import { BenefitWords, RuleWords } from '../rule/rule-words.tsx'
import styles from './policy-detail.module.css'

/** What the text of a policy's page is made from. */
export type SectionedPolicy = Pick<
  PolicyDetail,
  | 'id'
  | 'rule'
  | 'supportModes'
  | 'materials'
  | 'process'
  | 'issuingUnits'
  | 'contactUnits'
  | 'content'
  | 'documents'
  | 'attachments'
  | 'versions'
  | 'sources'
  | 'sourceNote'
>

/** The text of a policy's page: conditions, benefits, materials, process, contacts, full text, attachments, versions and sources. */
export function policySections(
  policy: SectionedPolicy,
  chain: ComponentProps<typeof PolicyChain>['chain'],
  blanks: ProjectSummary['blanks'],
): Section[] {
  const contacts = contactsOf(policy)
  return [
    { id: 'conditions', name: '申报条件', body: <RuleWords rule={policy.rule} /> },
    {
      id: 'benefits',
      name: '扶持内容',
      body: policy.rule.benefits.length > 0 && <BenefitWords rule={policy.rule} unnamed={policy.supportModes[0]} />,
    },
    { id: 'materials', name: '申报材料', body: policy.materials.length > 0 && <Materials materials={policy.materials} /> },
    { id: 'process', name: '办理流程', body: policy.process.length > 0 && <Process steps={policy.process} /> },
    { id: 'contacts', name: '联系单位', body: contacts.length > 0 && <PolicyContacts contacts={contacts} /> },
    { id: 'content', name: '政策正文', body: richBody(withClauseAnchors(textOf(policy))) },
    {
      id: 'blanks',
      name: '空白表格',
      body: filesBody(blanks.map(({ name, filePath, fileName }) => ({ name: fileName, filePath, note: name }))),
    },
    {
      id: 'attachments',
      name: '附件',
      body: filesBody([
        ...policy.documents.map((d) => ({
          name: d.fileName,
          filePath: d.filePath,
          note: [d.docNo, d.publishDate].filter(Boolean).join(' · '),
        })),
        ...policy.attachments.map((f) => ({ name: f.fileName, filePath: f.fileId, note: `${(f.size / 1024).toFixed(0)} KB` })),
      ]),
    },
    { id: 'sources', name: '版本与来源', body: <Sources policy={policy} chain={chain} /> },
  ]
}

/** The text without the list of materials that is already shown above it. */
const textOf = ({ content, materials }: SectionedPolicy): string =>
  withoutRepeatedMaterials(
    content,
    materials.map(({ name }) => name),
  )

const Materials = ({ materials }: Pick<PolicyDetail, 'materials'>) => (
  <ol className={styles.numbered}>
    {materials.map((m, i) => (
      <li key={i}>
        {m.name}
        {!m.required && '（如有）'}
        {m.note && <span className="meta"> {m.note}</span>}
      </li>
    ))}
  </ol>
)

const Process = ({ steps }: { steps: PolicyDetail['process'] }) => (
  <ol className={styles.steps}>
    {steps.map((s, i) => (
      <li key={i}>
        <strong>{s.title}</strong>
        <p>{s.text}</p>
      </li>
    ))}
  </ol>
)

const Sources = ({ policy, chain }: { policy: SectionedPolicy } & ComponentProps<typeof PolicyChain>) => (
  <>
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
  </>
)
