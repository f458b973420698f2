import type { ReactNode } from 'react'
import type { PolicyDetail } from '../../../contract/policy.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { useSite } from '../../shell/root-data.ts'
import { contactsOf, phoneAddress } from './policy-contacts.tsx'
import { ceiling } from '../rule/wording.ts'

/** What the main facts of a policy are made from. */
export type FactualPolicy = Pick<
  PolicyDetail,
  | 'rule'
  | 'materials'
  | 'industryNames'
  | 'levelName'
  | 'supportModes'
  | 'maxAmount'
  | 'applyFrom'
  | 'applyTo'
  | 'period'
  | 'issuingUnits'
  | 'contactUnits'
  | 'policyDepName'
>

/** The main facts of a policy, above its text: issuer, amount, deadline, number of materials, contact. */
export function policyFacts(policy: FactualPolicy, closes: string | null): readonly (readonly [name: string, value: ReactNode])[] {
  const most = ceiling(policy)
  const { conditions } = policy.rule
  const lines = conditions.all?.length ?? 1
  const wanted = policy.materials.filter((m) => m.required).length
  return [
    [
      '谁能享受',
      <>
        {[policy.industryNames.join('、'), policy.levelName].filter(Boolean).join(' · ')}
        <a href="#conditions" className="num">
          {' '}
          {lines} 项条件
        </a>
      </>,
    ],
    [
      '支持多少',
      <>
        {policy.supportModes.join('、')}
        {most && <strong className="num"> · {most}</strong>}
      </>,
    ],
    [
      '申报时间',
      <span key="window" className="num">
        {applyWindow(policy)}
        {closes && policy.applyTo === null && ` · 本批 ${shanghaiDay(Date.parse(closes))} 截止`}
      </span>,
    ],
    [
      '申报材料',
      policy.materials.length > 0 && (
        <a href="#materials" className="num">
          {policy.materials.length} 样{wanted < policy.materials.length && `（必交 ${wanted} 样）`}
        </a>
      ),
    ],
    ['找谁', <WhomToAsk key="whom" policy={policy} />],
  ]
}

const applyWindow = ({ applyFrom, applyTo, period }: FactualPolicy) =>
  applyFrom || applyTo ? `${applyFrom ?? '即日'} 至 ${applyTo ?? '长期'}` : (period ?? '常年')

function WhomToAsk({ policy }: { policy: FactualPolicy }) {
  const { phone } = useSite()
  const unit = contactsOf(policy).find((u) => u.unitPhone)
  const number = unit?.unitPhone || phone
  return (
    <>
      {unit?.unitName ?? policy.policyDepName}{' '}
      {number && (
        <a href={phoneAddress(number)} className="num">
          {number}
        </a>
      )}
    </>
  )
}
