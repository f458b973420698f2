import {
  DECISION_UNDO_S,
  declarationMoves,
  declarationStates,
  stepName,
  type DeclarationMove,
  type DeclarationState,
} from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import { maskName } from '../kernel/access/pii.ts'
import { handled, notify } from '../system/index.ts'
import { delivers, send } from '../kernel/jobs/outbox.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { enterDeclared } from './allowance/of-declaration.ts'
import { contextOf } from './contexts.ts'
import { byDesk, desksOf } from './desks.ts'
import { stepAt } from './flow.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import { whoseTurn } from './whose-turn.ts'

/** The key that notices to the people whose turn it is wait for, until the declaration moves on. */
export const declarationWait = (id: number): string => `declaration:${id}`

interface Told {
  move: DeclarationMove
  to: DeclarationState
  opinion?: string | null
}
/** Moves that the enterprise is told about; it knows its own moves, and the first of two passes decides nothing yet. */
const toEnterprise: readonly DeclarationMove[] = ['pass', 'refuse', 'back']

/** Tells the company what a person sent in its name, including bank and amount. */
export const tellOwner = (
  db: Db,
  k: Kernel,
  actor: Pick<Actor, 'name'>,
  row: Pick<DeclarationRecord, 'id' | 'company_id' | 'declare_no' | 'project_name'>,
) =>
  notify(db, k, {
    to: { companyId: row.company_id },
    kind: 'declaration',
    title: `${maskName(actor.name)}以贵企业名义提交了“${row.project_name}”的申报`,
    body: `受理号 ${row.declare_no}。请核对申报内容和其中的收款信息，有误的可以撤回修改。`,
    link: `/page/policyserverdectail?id=${row.id}`,
  })

/** Notifies of a move: the enterprise of the result, the office whose turn it is of the waiting declaration. */
export async function tellOfMove(
  db: Db,
  actorId: number,
  row: DeclarationRecord,
  { move, to, opinion }: Told,
  key?: string,
): Promise<void> {
  const k = kernelOf(db)
  // When several offices sign, the others keep their notices.
  if (move !== 'countersign') await handled(db, k, declarationWait(row.id))
  const no = row.declare_no ? `受理号 ${row.declare_no}。` : ''
  if (toEnterprise.includes(move)) {
    const { public: state, next } = declarationStates[to]
    await notify(db, k, {
      to: { companyId: row.company_id },
      kind: 'declaration',
      title: `“${row.project_name}”${state}`,
      body: [no, opinion ? `意见：${opinion}。` : '', `下一步：${next}。`].join('').replace(/([。！？])。/g, '$1'),
      link: `/page/policyserverdectail?id=${row.id}`,
      ...(move === 'back' ? { waitsFor: declarationWait(row.id) } : {}),
      ...(key ? { key } : {}),
    })
  }
  // As it stands after the move: where offices sign in order, the next one is told.
  const context = await contextOf(db, { ...row, state: to })
  const step = stepAt(context.steps, to)
  if (!step || move === 'back' || move === 'refuse' || (move === 'countersign' && step.mode !== 'ordered')) return
  const turn = await whoseTurn(db, context, k.clock.now())
  for (const [desk, userIds] of byDesk(await desksOf(db, turn), step.permission, turn))
    await notify(db, k, {
      to: { userIds },
      kind: 'work',
      title: `${row.company_name}的申报等待${stepName(step)}`,
      body: `项目：${row.project_name}。${no}上一步：${declarationMoves[move]}。`,
      link: `${desk}?id=${row.id}`,
      waitsFor: declarationWait(row.id),
      except: actorId,
      ...(key ? { key } : {}),
    })
}

const TELL = 'declaration.tell'
/** Sends the notices of a decision once it is final. */
export const tellWhenFinal = (db: Db, logId: number, at: Date): Promise<boolean> =>
  send(db, TELL, `declaration-log:${logId}`, { logId }, new Date(at.getTime() + DECISION_UNDO_S * 1000))

/** A revoked decision sends no notices. When the job runs again, existing notices are not repeated: their key is that of the log row. */
export const joinTelling = (k: Kernel): void =>
  delivers(k, TELL, async ({ payload, key }) => {
    await k.db.transaction().execute(async (db) => {
      const log = await db.selectFrom('declaration_log').selectAll().where('id', '=', Number(payload.logId)).forUpdate().executeTakeFirst()
      const row =
        log
        && !log.revoked_at
        && (await declarationRows(db).select('p.examine_dep').where('d.id', '=', log.declaration_id).executeTakeFirst())
      if (!log || !row) return
      await tellOfMove(db, log.actor_id, row, { move: log.move, to: log.to_state, opinion: log.opinion }, key)
      if (log.to_state === 'approved' && row.state === 'approved') await enterDeclared(k, db, row, log)
    })
  })
