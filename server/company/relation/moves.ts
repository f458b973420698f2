import type { companyRelations as endpoints } from '../../../contract/company/relations.ts'
import { relationStates } from '../../../contract/company/relation-words.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { handled } from '../../system/index.ts'
import { publish } from '../../kernel/jobs/events.ts'
import { readerOf } from '../access.ts'
import { COMPANIES_CHANGED } from '../totals.ts'
import { relationsOf } from './access.ts'
import { relationFlow, type RelationMove } from './flow.ts'
import { copyGroups, lockGroups } from './group.ts'
import { relationRows } from './relations.ts'
import { relationWait, tellMoved } from './tell.ts'

interface One {
  companyId: number | undefined
  id: number
  version: number
  text: string
}

/**
 * Makes one move, with the effect on the facts of both companies in the same transaction. Both companies are locked in a fixed order, as in
 * all writes of facts.
 */
async function moveRelation(k: Kernel, call: Call, actor: Actor, one: One, wish: (state: number) => RelationMove): Promise<true> {
  const { companyId } = await readerOf(k.db, actor, one.companyId)
  await k.db.transaction().execute(async (db) => {
    const sight = relationRows(db).where('r.id', '=', one.id).where(relationsOf(actor, companyId))
    const seen = await sight.executeTakeFirst()
    if (!seen) throw notFound()
    const both = [seen.company_id, ...(seen.other_id === null ? [] : [seen.other_id])]
    await db.selectFrom('company').select('id').where('id', 'in', both).orderBy('id').forUpdate().execute()
    const row = await sight.forUpdate('r').executeTakeFirst()
    if (!row) throw notFound()
    const name = wish(row.state)
    const decided = {
      opinion: one.text || null,
      decided_as: actor.type === 'YYF' ? 'staff' : 'company',
      decided_at: k.clock.now(),
    } as const
    await lockGroups(db, both)
    await move(db, call, relationFlow, row, {
      move: name,
      version: one.version,
      reason: one.text || null,
      set: name === 'stop' ? { until: latest(row.since, today(k.clock)) } : name === 'withdraw' ? {} : decided,
      detail: { companyId: row.company_id, otherCode: row.other_code },
    })
    await handled(db, k, relationWait(row.id))
    if (seen.other_id === null) await publish(db, COMPANIES_CHANGED)
    if (name === 'confirm' || name === 'stop') await copyGroups(db, both, k.clock.now().toISOString())
    await tellMoved(db, k, actor, row, name, one.text)
  })
  return true
}

const latest = (a: string, b: string): string => (a > b ? a : b)

type Body<E extends 'examine' | 'end'> = Parsed<(typeof endpoints)[E]>['body']
export const examineRelation = (k: Kernel, call: Call, actor: Actor, companyId: number | undefined, body: Body<'examine'>): Promise<true> =>
  moveRelation(k, call, actor, { companyId, id: body.id, version: body.version, text: body.opinion }, () =>
    body.agreed ? 'confirm' : 'refuse',
  )

export const endRelation = (k: Kernel, call: Call, actor: Actor, companyId: number | undefined, body: Body<'end'>): Promise<true> =>
  moveRelation(k, call, actor, { companyId, id: body.id, version: body.version, text: body.reason }, (state) =>
    state === relationStates.waiting ? 'withdraw' : 'stop',
  )
