import { withClauseAnchors } from '../../../contract/policy/clauses.ts'
import type { ManagedPolicyDetail } from '../../../contract/policy.ts'
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx'
import { FileLink } from '../../kit/upload/stored-file-view.tsx'
import { BenefitWords, RuleWords } from '../rule/rule-words.tsx'
import { ceiling } from '../rule/wording.ts'
import css from './policy-review.module.css'

/** Summary, text and files of a stored policy. */
export const TextRead = ({ policy }: { policy: ManagedPolicyDetail }) => (
  <section className={css.panel}>
    <h3>政策正文</h3>
    <p>{policy.summary}</p>
    <RichTextView className={css.rich} html={withClauseAnchors(policy.content)} />
    {policy.attachments.length > 0 && (
      <>
        <h3>附件</h3>
        <ul>
          {policy.attachments.map((f) => (
            <li key={f.fileId}>
              <FileLink filePath={f.fileId} name={f.fileName} />
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)

/** Its conditions and benefits in words. */
export const RuleRead = ({ policy }: { policy: ManagedPolicyDetail }) => (
  <>
    <section className={css.panel}>
      <h3>申报条件</h3>
      <RuleWords rule={policy.saidRule} />
    </section>
    <section className={css.panel}>
      <h3>扶持内容</h3>
      <BenefitWords rule={policy.saidRule} />
      <p className="meta">
        {ceiling(policy) ?? '没有金额上限或不涉及资金'} · 申报 {policy.applyFrom ?? '即日'} 至 {policy.applyTo ?? '长期'}
      </p>
    </section>
  </>
)
