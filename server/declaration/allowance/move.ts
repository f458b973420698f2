import { allowanceProgress, type AllowanceState } from '../../../contract/declaration/allowance-states.ts'
import type { Updateable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { handled, notify } from '../../system/index.ts'
import { allowanceWait } from './waits.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { allowed, move as moveRow } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { allowanceFlow, publicityOf, type AllowanceMove, type AllowanceStanding } from './flow.ts'
import { declarationFault, listFault } from './ground.ts'
import { seenBy } from './queries.ts'
import { rememberSupport } from './support-facts.ts'

const columns = [
  'id',
  'version',
  'company_id',
  'declaration_id',
  'state',
  'project_name',
  'source',
  'public_to',
  'open_objections',
  'office_id',
  'makers',
  'approved_by',
  'approved_amount',
  'amount',
  'correction',
] as const
const row = (db: Db, id: number) => db.selectFrom('allowance').select(columns).where('id', '=', id).where('deleted', '=', false)

/** An allowance with everything that decides about its moves, locked together with its declaration. */
export async function standing(k: Kernel, db: Db, id: number): Promise<AllowanceStanding | undefined> {
  const before = await db.selectFrom('allowance').select('declaration_id').where('id', '=', id).executeTakeFirst()
  const fault = before?.declaration_id ? await declarationFault(db, before.declaration_id) : null
  const found = await row(db, id).forUpdate().executeTakeFirst()
  if (!found) return undefined
  if (found.declaration_id !== before?.declaration_id) throw conflict()
  const groundless = fault ?? (found.source === 'direct' ? await listFault(db, id) : null)
  return { ...found, publicity: publicityOf(found, today(k.clock)), groundless }
}

/** The moves that a screen may offer, read without a lock. */
export async function movesOf(k: Kernel, actor: Actor, id: number): Promise<AllowanceMove[]> {
  const found = await row(k.db, id).executeTakeFirst()
  if (!found) return []
  const fault = found.declaration_id ? await declarationFault(k.db, found.declaration_id) : null
  const groundless = fault ?? (found.source === 'direct' ? await listFault(k.db, id) : null)
  return allowed(allowanceFlow, actor, { ...found, publicity: publicityOf(found, today(k.clock)), groundless })
}

/** The row, locked, when the actor may see it; otherwise it is reported as absent. */
export async function lockSeen(k: Kernel, db: Db, actor: Actor, id: number): Promise<AllowanceStanding> {
  const seen = await seenBy(db, actor).where('a.id', '=', id).select('a.id').executeTakeFirst()
  const found = seen && (await standing(k, db, id))
  if (!found) throw notFound('补贴不存在或已被删除')
  return found
}

interface Moved {
  move: AllowanceMove
  version: number
  /** an optional remark for the log, where no reason is required */
  note?: string | null | undefined
  reason?: string | null | undefined
  set?: Updateable<Database['allowance']>
  detail?: Record<string, unknown>
  bySystem?: boolean
}

/** Makes one move of the flow and notifies the company, except of a change before the review. */
export async function makeMove(k: Kernel, db: Db, call: Call, at: AllowanceStanding, { note, reason, ...asked }: Moved): Promise<void> {
  const words = reason ?? note
  const { state } = await moveRow(db, call, allowanceFlow, at, { ...asked, reason: words })
  // A change before the review leaves the review open.
  if (asked.move !== 'change') await handled(db, k, allowanceWait(at.id))
  if (silent.includes(asked.move)) return
  await rememberSupport(k, db, at.company_id)
  const publicTo = asked.set?.public_to ?? at.public_to
  const publicity = publicityOf({ ...at, public_to: publicTo }, today(k.clock))
  const { name, next } = allowanceProgress(state as AllowanceState, publicity, publicTo)
  await notify(db, k, {
    to: { companyId: at.company_id },
    kind: 'declaration',
    title: `补贴“${at.project_name}”：${titles[asked.move] ?? name}`,
    body: [words, asked.move === 'remove' ? '' : next].filter(Boolean).join('。'),
    link: `/work/mySubsidy?id=${at.id}`,
    ...(call.actor ? { except: signedIn(call.actor).userId } : {}),
  })
}
const silent: readonly AllowanceMove[] = ['change', 'propose', 'decline']
const titles: Partial<Record<AllowanceMove, string>> = { correct: '拨付登记已更正', confirm: '拨付登记已更正', remove: '已被部门删除' }
