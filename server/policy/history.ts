import type { Tone } from '../../contract/codes.ts'
import type { ProposalKind } from '../../contract/policy/proposal-codes.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { proposalFlow } from './proposal/flow.ts'

const ofProposals = (kind: ProposalKind, name: string): Record<string, string> =>
  Object.fromEntries(proposalFlow.steps.map((s) => [`${kind}.${s.move}`, `${name}：${s.name}`]))

const words: Readonly<Record<string, string>> = {
  ...ofProposals('repeal', '废止'),
  ...ofProposals('revision', '修订'),
  add: '新增',
  edit: '修改',
  submit: '提交审核',
  withdraw: '撤回',
  publish: '发布',
  approve: '审核通过',
  reject: '审核不通过',
  takeUp: '上架',
  takeDown: '下架',
  release: '定时上架',
  expire: '定时下架',
  schedule: '设置上下架时间',
  setTop: '置顶或取消置顶',
  move: '调整顺序',
}

/** The tone of a history line; actions without an entry look like an ordinary change. */
const tones: Readonly<Partial<Record<string, Tone>>> = {
  approve: 'done',
  reject: 'refused',
  submit: 'waiting',
  takeUp: 'done',
  release: 'done',
  withdraw: 'back',
}

/** The last two hundred actions on a policy, newest first, from its audit rows. */
export async function policyHistory(k: Kernel, id: number) {
  const rows = await k.db
    .selectFrom('audit_log as a')
    .leftJoin('sys_user as u', 'u.id', 'a.actor_id')
    .select(['a.at', 'a.action', 'u.name', 'a.detail'])
    .where('a.object_type', '=', 'policy')
    .where('a.object_id', '=', String(id))
    .where('a.result', '=', 'ok')
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(200)
    .execute()
  return rows.flatMap((row) => {
    const move = row.action.replace(/^policy\./, '')
    const action = words[move]
    // Rows written before 2026-11-23 call the reason `opinion`.
    const { reason, opinion = reason } = (row.detail ?? {}) as { reason?: unknown; opinion?: unknown }
    return action
      ? [
          {
            time: row.at,
            action,
            tone: tones[move] ?? ('off' as const),
            userName: row.name,
            opinion: typeof opinion === 'string' ? opinion : null,
          },
        ]
      : []
  })
}
