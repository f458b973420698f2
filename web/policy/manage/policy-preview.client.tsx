import { Drawer, Segmented } from 'antd'
import { useState, type MouseEvent } from 'react'
import { industryLabel, levelOptions, supportModeOptions, type ManagedPolicyDetail, type SavePolicy } from '../../../contract/policy.ts'
import { withClauseAnchors } from '../../../contract/policy/clauses.ts'
import { amountCeiling } from '../../../contract/rule/ceiling.ts'
import { saidRule } from '../../../contract/rule/said-rule.ts'
import type { Vocabulary } from '../../../contract/rule/vocabulary.ts'
import { issuersText } from '../../../contract/units.ts'
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx'
import { useRuleFields, vocabularyOf } from '../../rule/index.ts'
import { PublicDetail } from '../../shell/public/public-detail.tsx'
import { policyFacts, type FactualPolicy } from '../detail/policy-facts.tsx'
import { policySections, type SectionedPolicy } from '../detail/policy-sections.tsx'

type Typed = Partial<SavePolicy>
const ABOVE = ['政策搜索', '/page/policysearch'] as const
const nameOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** The policy as typed, on the page that readers see, on a wide screen and on a phone. */
export function PolicyPreview({ typed, saved, onClose }: { typed: Typed; saved: ManagedPolicyDetail | null; onClose(): void }) {
  const [phone, setPhone] = useState(false)
  const fields = useRuleFields()
  const policy = shownOf(typed, saved, vocabularyOf(fields))
  return (
    <Drawer open title="预览：发布后企业看到的样子" size={1200} onClose={onClose}>
      <Segmented
        aria-label="预览宽度"
        value={phone ? 'phone' : 'wide'}
        onChange={(value) => setPhone(value === 'phone')}
        options={[
          { value: 'wide', label: '电脑' },
          { value: 'phone', label: '手机' },
        ]}
      />
      <div style={{ margin: '0 auto', ...(phone ? { maxWidth: 375 } : {}) }} onClickCapture={stay}>
        <PublicDetail
          title={typed.policyTitle || '（未填写标题）'}
          above={ABOVE}
          here="政策详情"
          meta={[policy.policyDepName, typed.policyNo].filter(Boolean).map((text) => (
            <span key={text}>{text}</span>
          ))}
          facts={policyFacts(policy, null)}
          sections={policySections(policy, [], []).map((section) =>
            // Pictures of an unpublished text are read with the user's rights.
            section.id === 'content' ? { ...section, body: <RichTextView html={withClauseAnchors(policy.content)} /> } : section,
          )}
        />
      </div>
    </Drawer>
  )
}

/** A link inside the preview never leaves the form: anchors scroll, others do nothing. */
function stay(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  const anchor = link.getAttribute('href')?.split('#')[1]
  if (anchor) event.currentTarget.querySelector(`[id="${CSS.escape(anchor)}"]`)?.scrollIntoView({ block: 'start' })
}

const listed = (codes: string | string[] | undefined): string[] => [codes ?? []].flat()
const empty = { conditions: { all: [] }, benefits: [], benefitCombine: 'sum' as const }

function shownOf(typed: Typed, saved: ManagedPolicyDetail | null, words: Vocabulary): FactualPolicy & SectionedPolicy {
  const rule = (typed.rule ?? empty) as ManagedPolicyDetail['rule']
  const units = (typed.issuingUnits ?? []) as ManagedPolicyDetail['issuingUnits']
  const most = typed.maxAmount
  return {
    id: saved?.id ?? 0,
    rule: saidRule(words, rule),
    // null: no limit; no figure: derived from the benefits
    maxAmount: most === null ? null : typeof most === 'number' ? most : amountCeiling(rule as Parameters<typeof amountCeiling>[0]),
    supportModes: listed(typed.supportModes).map((code) => nameOf(supportModeOptions, code)),
    industryNames: listed(typed.industries).map(industryLabel),
    levelName: typed.level ? nameOf(levelOptions, typed.level) : '',
    applyFrom: typed.applyFrom ?? null,
    applyTo: typed.applyTo ?? null,
    period: typed.period ?? null,
    issuingUnits: units,
    contactUnits: (typed.contactUnits ?? []) as ManagedPolicyDetail['contactUnits'],
    policyDepName: issuersText(units),
    materials: (typed.materials ?? []).map(({ name, required = true, note = null }) => ({ name, required, note })),
    process: (typed.process ?? []).map(({ title, text = '' }) => ({ title, text })),
    content: typed.content ?? '',
    documents: saved?.documents ?? [],
    attachments: (typed.attachments ?? []).map(({ fileId, fileName = '', size = 0 }) => ({ fileId, fileName, size })),
    versions: [],
    sources: typed.sources ?? [],
    sourceNote: typed.sourceNote ?? null,
  }
}
