import { directStaff, type DirectListDetail, type DirectObjection, type DirectStaffRow } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { ReviewDialog, type Move } from '../kit/dialog/review-dialog.tsx'
import { toast } from '../toast.ts'
import { wan } from '../kit/money.ts'

export type Decision =
  | { on: 'list'; moves: readonly string[]; detail: DirectListDetail }
  | { on: 'row'; moves: readonly string[]; row: DirectStaffRow }
  | { on: 'objection'; objection: DirectObjection }

const listMoves = (d: DirectListDetail): Readonly<Record<string, Move>> => ({
  submit: {
    label: '提交确认',
    ...(d.over === null ? {} : { reason: '资金安排' }),
    effect:
      d.over === null
        ? `${d.listed} 家、${wan(d.amount)}，由他人确认后公示 ${d.days} 个工作日。`
        : `合计超出预算 ${wan(d.over)}，请说明资金安排。`,
  },
  withdraw: { label: '撤回提交', effect: '回到“名单已生成”，可继续核对。' },
  reopen: { label: '退回草稿', danger: true, effect: '已生成的名单与依据作废，剔除的企业会记住，重新生成后自动剔除。' },
  confirm: { label: '确认并公示', effect: `立即告知 ${d.listed} 家企业，从今天起公示 ${d.days} 个工作日，名单不能再手工改动。` },
  return: { label: '退回', danger: true, reason: true, effect: '退回编制人核对，原因对方可见。' },
  cancel: { label: '终止名单', danger: true, reason: true, effect: '不再办理，并告知名单中的企业。' },
  close: { label: '结束公示', effect: '未确认的企业记为逾期，之后不能再确认。' },
  handOver: { label: '移交补贴', effect: '已确认的企业每家登记一笔“免申即享”补贴，等待拨付。重复操作不会重复登记。' },
  remove: { label: '删除', danger: true, effect: '删除后不能恢复。' },
})
const rowMoves: Readonly<Record<string, Move>> = {
  exclude: { label: '剔除', danger: true, reason: true, effect: '该企业保留在名单中并标明原因，企业查询时能看到。' },
  restore: { label: '恢复', effect: '重新列入名单。' },
}
const objectionMoves = (o: DirectObjection): Readonly<Record<string, Move>> => ({
  uphold: {
    label: '成立',
    reason: '答复',
    effect:
      o.rowId === null
        ? '按企业现有（已更正）的档案重新判定，符合才会补入名单。不符合时请先更正档案。'
        : o.own
          ? '按企业现有（已更正）的档案重新判定金额，更正后由企业重新确认；金额没有变化的不能成立，请先更正档案。'
          : `“${o.targetName}”将从名单中剔除，并告知该企业。`,
  },
  dismiss: { label: '不成立', reason: '答复', effect: '名单不变，答复告知提出的企业。' },
})

async function decideList(d: DirectListDetail, move: string, words: string): Promise<string> {
  const body = { id: d.id, version: d.version }
  switch (move) {
    case 'submit':
      await call(directStaff.submit, { body: { ...body, overReason: words } }, { silent: true })
      return '已提交确认'
    case 'confirm':
    case 'return':
      await call(directStaff.review, { body: { ...body, pass: move === 'confirm', opinion: words } }, { silent: true })
      return move === 'confirm' ? '已确认，名单已公示' : '已退回'
    case 'cancel':
      await call(directStaff.cancel, { body: { ...body, reason: words } }, { silent: true })
      return '名单已终止'
    case 'handOver': {
      const { handed, held } = await call(directStaff.handOver, { body }, { silent: true })
      return held > 0 ? `已移交 ${handed} 家，${held} 家受阻，请查看原因` : `已移交 ${handed} 家`
    }
    case 'remove':
      await call(directStaff.remove, { body: { id: d.id } }, { silent: true })
      return '已删除'
    case 'withdraw':
      await call(directStaff.withdraw, { body }, { silent: true })
      return '已撤回'
    case 'reopen':
      await call(directStaff.reopen, { body }, { silent: true })
      return '已退回草稿'
    default:
      await call(directStaff.close, { body }, { silent: true })
      return '公示已结束'
  }
}

async function decide(decision: Decision, move: string, words: string): Promise<string> {
  if (decision.on === 'list') return decideList(decision.detail, move, words)
  if (decision.on === 'row') {
    const { id } = decision.row
    if (move === 'exclude') await call(directStaff.exclude, { body: { id, reason: words } }, { silent: true })
    else await call(directStaff.restore, { body: { id } }, { silent: true })
    return move === 'exclude' ? '已剔除' : '已恢复'
  }
  await call(directStaff.resolve, { body: { id: decision.objection.id, upheld: move === 'uphold', reply: words } }, { silent: true })
  return '答复已登记'
}

const draftOf = (decision: Decision): string => {
  if (decision.on === 'list') return `direct-list:${decision.detail.id}`
  return decision.on === 'row' ? `direct-row:${decision.row.id}` : `direct-objection-answer:${decision.objection.id}`
}

/** One decision on a list, one of its companies, or an objection. Server errors are shown in the dialog, and the input stays. */
export function DecisionDialog({
  decision,
  onClose,
  onDone,
}: {
  decision: Decision | null
  onClose(): void
  onDone(move: string): unknown
}) {
  if (!decision) return null
  const { on } = decision
  const moves = on === 'list' ? listMoves(decision.detail) : on === 'row' ? rowMoves : objectionMoves(decision.objection)
  const allowed = on === 'objection' ? Object.keys(moves) : decision.moves
  const subject =
    on === 'list'
      ? decision.detail.title
      : on === 'row'
        ? `${decision.row.companyName}，${wan(decision.row.amount)}`
        : `${decision.objection.companyName}：${decision.objection.content}`
  return (
    <ReviewDialog
      title={on === 'objection' ? '答复异议' : allowed.length === 1 ? (moves[allowed[0]!]?.label ?? '处理') : '确认名单'}
      subject={subject}
      draft={draftOf(decision)}
      open
      allowed={allowed}
      moves={moves}
      onClose={onClose}
      onDecide={async (move, words) => {
        toast.success(await decide(decision, move, words))
        await onDone(move)
      }}
    />
  )
}
