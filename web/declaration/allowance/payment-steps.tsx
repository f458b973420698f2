import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { objectionCodes } from '../../../contract/passing.ts'
import type { AllowanceDetail } from '../../../contract/declaration/allowance.ts'
import css from './allowance.module.css'

interface Step {
  name: string
  note: string
  at: 'done' | 'now' | 'later' | 'stopped'
}

/** 通过 → 公示 → 异议 → 拨付 → 回单: finished, present and coming steps. */
export function stepsOf(
  d: Pick<AllowanceDetail, 'state' | 'publicity' | 'publicFrom' | 'publicTo' | 'objections' | 'payDate' | 'voucher'>,
): Step[] {
  const open = d.objections.filter((o) => o.state === objectionCodes.code.open).length
  const approved = d.state === allowanceStates.approved || d.state === allowanceStates.paid
  const paid = d.state === allowanceStates.paid
  const ended = paid || d.publicity === 'ended'
  const public_: Step['at'] = ended || d.publicity === 'objected' ? 'done' : approved ? 'now' : 'later'
  return [
    {
      name: '通过',
      note: approved ? '审核通过' : d.state === allowanceStates.refused ? '未通过' : '等待审核',
      at: approved ? 'done' : d.state === allowanceStates.refused ? 'stopped' : 'now',
    },
    { name: '公示', note: d.publicFrom ? `${d.publicFrom} 至 ${d.publicTo}` : '未公示', at: public_ },
    {
      name: '异议',
      note: open > 0 ? `${open} 件核实中` : d.objections.length > 0 ? `${d.objections.length} 件已核实` : '无异议',
      at: open > 0 ? 'stopped' : ended ? 'done' : 'later',
    },
    { name: '拨付', note: d.payDate ?? '未拨付', at: paid ? 'done' : ended && open === 0 ? 'now' : 'later' },
    { name: '回单', note: d.voucher ? `凭证号 ${d.voucher}` : '无凭证号', at: paid ? (d.voucher ? 'done' : 'now') : 'later' },
  ]
}
const words = { done: '已完成', now: '当前', later: '未到', stopped: '停在这里' } as const

export const PaymentSteps = ({ detail }: { detail: AllowanceDetail }) => (
  <ol className={css.steps} aria-label="办理进度">
    {stepsOf(detail).map((s) => (
      <li key={s.name} className={css[s.at]} aria-current={s.at === 'now' ? 'step' : undefined}>
        <strong>{s.name}</strong>
        <span className="num">{s.note}</span>
        <span className="visually-hidden">（{words[s.at]}）</span>
      </li>
    ))}
  </ol>
)
