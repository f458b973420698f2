import type { AllowanceState } from '../../../contract/declaration/allowance-states.ts'
import { allowanceProgress, allowanceStateLabels } from '../../../contract/declaration/allowance-states.ts'
import { notify } from '../../system/index.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { publicityOf, transitionOf, type AllowanceMove } from './flow.ts'
import { seenBy } from './queries.ts'

export interface Standing {
  id: number
  version: number
  company_id: number
  state: AllowanceState
  project_name: string
  public_to: string | null
  open_objections: number
  created_by: number | null
  office_id: number | null
}

/** The row, locked, as far as the actor sees it; what is out of sight is absent. */
export async function lockSeen(db: Db, actor: Actor, id: number): Promise<Standing> {
  const seen = await seenBy(db, actor).where('a.id', '=', id).select('a.id').executeTakeFirst()
  const row = seen && (await standing(db, id))
  if (!row) throw notFound('补贴不存在或已被删除')
  return row
}
export const standing = (db: Db, id: number): Promise<Standing | undefined> =>
  db
    .selectFrom('allowance')
    .select(['id', 'version', 'company_id', 'state', 'project_name', 'public_to', 'open_objections', 'created_by', 'office_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface Moved {
  move: AllowanceMove
  note?: string | null | undefined
  /** columns that change with the move */
  set?: Partial<{
    opinion: string | null
    reviewed_by: string
    reviewed_at: Date
    public_from: string | null
    public_to: string | null
    pay_date: string
    voucher: string | null
    /** 分 */
    amount: number
  }>
  /** besides states and note, for the audit row */
  detail?: Record<string, unknown>
  version?: number | undefined
}

/** One move along the flow: expected state in the UPDATE, log and audit row in the same transaction, the company told. Refuses what the flow does not know. */
export async function makeMove(
  k: Kernel,
  db: Db,
  call: Call,
  row: Standing,
  { move, note, set = {}, detail = {}, version }: Moved,
): Promise<void> {
  const actor = signedIn(call.actor)
  const at = { state: row.state, publicity: publicityOf(row, today(k.clock)) }
  const transition = transitionOf(at, move)
  if (!transition?.permission || !actor.permissions.has(transition.permission) || transition.to === null)
    throw refused(`当前状态为“${allowanceProgress(row.state, at.publicity, row.public_to).name}”，不能进行此操作`, 'STATE')
  if (version !== undefined && version !== row.version) throw conflict()
  const now = k.clock.now()
  const changed = await db
    .updateTable('allowance')
    .set((e) => ({ ...set, state: transition.to!, version: e('version', '+', 1), updated_at: now }))
    .where('id', '=', row.id)
    .where('state', '=', transition.from)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw conflict()
  await log(db, { id: row.id, move, state: transition.to, actorName: actor.name, note, at: now })
  await audit(db, call, {
    action: `allowance.${move}`,
    objectType: 'allowance',
    objectId: row.id,
    detail: { from: allowanceStateLabels[row.state], to: allowanceStateLabels[transition.to], note: note ?? null, ...detail },
  })
  if (move === 'change') return
  const after = { ...row, state: transition.to, ...(set.public_to === undefined ? {} : { public_to: set.public_to }) }
  const { name, next } = allowanceProgress(after.state, publicityOf(after, today(k.clock)), after.public_to)
  await notify(db, k, {
    to: { companyId: row.company_id },
    kind: 'declaration',
    title: `补贴“${row.project_name}”：${move === 'correct' ? '拨付登记已更正' : name}`,
    body: [note, next].filter(Boolean).join('。'),
    link: `/work/mySubsidy?id=${row.id}`,
    except: actor.userId,
  })
}

export const log = (
  db: Db,
  {
    id,
    move,
    state,
    actorName,
    note,
    at,
  }: { id: number; move: string; state: AllowanceState; actorName: string; note?: string | null | undefined; at: Date },
) =>
  db
    .insertInto('allowance_log')
    .values({ allowance_id: id, move, state, actor_name: actorName, note: note ?? null, at })
    .execute()
