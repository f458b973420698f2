import type { Parsed } from '../../contract/endpoint.ts'
import type { opinions as endpoints } from '../../contract/declaration/process.ts'
import type { Actor } from '../kernel/actor.ts'
import { lockColleagues } from '../kernel/access/colleagues.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { handled, notify } from '../system/index.ts'
import { visibleTo } from './access.ts'
import { withDelegated } from './delegators.ts'
import { lockDeclaration } from './context.ts'
import { opinionLink, readingDesks } from './desks.ts'
import { isAsked, mayRead } from './opinion-list.ts'
import { opinionHearers } from './opinion-hearers.ts'
import { opinionWait } from './opinion-wait.ts'
import { reviewable } from './reviewable.ts'
import { signerAt, signersOf } from './signing.ts'
import { askedPeople, isHead } from './whose-turn.ts'

type Ask = Parsed<typeof endpoints.ask>['body']
type Withdraw = Parsed<typeof endpoints.withdraw>['body']
type Answer = Parsed<typeof endpoints.answer>['body']

/** Refuses a pass while blocking opinions are missing. */
export async function refuseWithoutOpinions(db: Db, row: { id: number; round: number }): Promise<void> {
  const open = await db
    .selectFrom('declaration_opinion')
    .select('id')
    .where('declaration_id', '=', row.id)
    .where('round', '=', row.round)
    .where('state', '=', 'open')
    .where('blocking', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (open) throw refused('征求的意见尚未答复，答复或撤回后才能通过', 'OPINION_OPEN')
}

/** Only a user who may act at the present step asks; an office answers through any member who reads declarations, an expert in person. */
export async function askOpinion(k: Kernel, call: Call, actor: Actor, input: Ask): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    await lockColleagues(db, input.userId === undefined ? [] : [input.userId])
    const seen = await reviewable(db)
      .where('d.id', '=', input.declarationId)
      .where(visibleTo(await withDelegated(db, actor, k.clock.now())))
      .select('d.id')
      .executeTakeFirst()
    if (!seen) throw notFound('申报不存在或已删除')
    const context = await lockDeclaration(db, input.declarationId, () => true)
    const { row } = context
    const signer = signerAt(await signersOf(db, actor, k.clock.now(), [row.id]), actor, context)
    if (signer === null || signer === 'later') throw refused('只有当前环节的审核人可以征求意见')
    const askedOf = await known(db, input)
    if (input.userId === actor.userId) throw invalidField('userId', '不能征求本人的意见')
    if (input.userId !== undefined && input.userId === row.submitter_id) throw invalidField('userId', '不能征求提交人的意见')
    const due = await addWorkdays(db, dateOf(k.clock.now()), input.workdays)
    const { id } = await db
      .insertInto('declaration_opinion')
      .values({
        declaration_id: row.id,
        round: row.round,
        asked_by: actor.userId,
        asked_by_name: actor.name,
        office_id: input.officeId ?? null,
        user_id: input.userId ?? null,
        question: input.question,
        with_score: input.withScore,
        blocking: input.blocking,
        due,
        created_at: k.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const people = await askedPeople(db, { officeId: input.officeId ?? null, userId: input.userId ?? null })
    for (const [desk, userIds] of Map.groupBy(people, await readingDesks(db, people)))
      await notify(db, k, {
        to: { userIds },
        kind: 'work',
        title: `征求意见：${row.company_name}的申报`,
        body: `${input.question}\n项目：${row.project_name}。请于 ${due} 前答复。`,
        link: opinionLink(desk, row.id),
        waitsFor: opinionWait(id),
        except: actor.userId,
      })
    await audit(db, call, {
      action: 'declaration.opinion.ask',
      objectType: 'declaration',
      objectId: row.id,
      detail: { opinion: id, of: askedOf, blocking: input.blocking },
    })
    return { id }
  })
}

async function known(db: Db, { officeId, userId }: Pick<Ask, 'officeId' | 'userId'>): Promise<string> {
  if (officeId !== undefined) {
    const office = await db.selectFrom('office').select('name').where('id', '=', officeId).where('enabled', '=', true).executeTakeFirst()
    if (!office) throw invalidField('officeId', '部门不存在')
    return office.name
  }
  const person = await db
    .selectFrom('sys_user as u')
    .select('u.name')
    .where('u.id', '=', userId!)
    .where('u.type', '=', 'YYF')
    .where('u.enabled', '=', true)
    .where((e) => mayRead(e))
    .executeTakeFirst()
  if (!person) throw invalidField('userId', '该人员不存在或不能查看申报')
  return person.name
}
/** The first answer counts; nobody answers about what they submitted themselves. */
export async function answerOpinion(k: Kernel, call: Call, actor: Actor, input: Answer): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const o = await db
      .selectFrom('declaration_opinion as o')
      .innerJoin('declaration as d', 'd.id', 'o.declaration_id')
      .selectAll('o')
      .select(['d.submitter_id', 'd.declare_no'])
      .where('o.id', '=', input.id)
      .executeTakeFirst()
    if (!o || !isAsked(actor, o)) throw notFound('征求的意见不存在')
    if (o.submitter_id === actor.userId) throw refused('不能对本人提交的申报发表意见', 'OWN_WORK')
    if (o.with_score && input.score === undefined) throw invalidField('score', '请填写评分')
    if (!o.with_score && input.score !== undefined) throw invalidField('score', '本次不需要评分')
    const { numUpdatedRows } = await db
      .updateTable('declaration_opinion')
      .set({
        state: 'answered',
        verdict: input.verdict,
        score: input.score ?? null,
        answer: input.answer,
        answered_by: actor.userId,
        answered_by_name: actor.name,
        answered_at: k.clock.now().toISOString(),
      })
      .where('id', '=', o.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('该意见已答复或已撤回')
    await handled(db, k, opinionWait(o.id))
    const hearers = await opinionHearers(db, o, k.clock.now())
    for (const [desk, userIds] of Map.groupBy(hearers, await readingDesks(db, hearers)))
      await notify(db, k, {
        to: { userIds },
        kind: 'declaration',
        title: `意见已答复：受理号 ${o.declare_no}`,
        body: input.answer,
        link: `${desk}?id=${o.declaration_id}`,
        except: actor.userId,
      })
    await audit(db, call, {
      action: 'declaration.opinion.answer',
      objectType: 'declaration',
      objectId: o.declaration_id,
      detail: { opinion: o.id, verdict: input.verdict },
    })
    return true as const
  })
}

/**
 * Withdraws a request: by the requester, or with a reason by a head of their department (ADR 0189), because a blocking opinion stops the
 * pass.
 */
export async function withdrawOpinion(k: Kernel, call: Call, actor: Actor, { id, reason }: Withdraw): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const o = await db
      .selectFrom('declaration_opinion as o')
      .innerJoin('sys_user as u', 'u.id', 'o.asked_by')
      .innerJoin('declaration as d', 'd.id', 'o.declaration_id')
      .select(['o.id', 'o.asked_by', 'o.asked_by_name', 'o.declaration_id', 'u.office_id', 'd.declare_no'])
      .where('o.id', '=', id)
      .executeTakeFirst()
    const own = o?.asked_by === actor.userId
    if (!o || (!own && !(await isHead(db, actor, o.office_id)))) throw notFound('征求的意见不存在')
    if (!own && !reason) throw invalidField('reason', '请填写结束的原因')
    const ended = own ? {} : { ended_by_name: actor.name, end_reason: reason! }
    const { numUpdatedRows } = await db
      .updateTable('declaration_opinion')
      .set({ state: 'withdrawn', ...ended })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('该意见已答复或已撤回')
    await handled(db, k, opinionWait(id))
    const hearers = own ? [] : await opinionHearers(db, o, k.clock.now())
    const deskOf = await readingDesks(db, hearers)
    for (const userId of hearers)
      await notify(db, k, {
        to: { userId },
        kind: 'declaration',
        title: `${userId === o.asked_by ? '您' : o.asked_by_name}征求的意见已由 ${actor.name} 结束：受理号 ${o.declare_no}`,
        body: `原因：${reason!}`,
        link: `${deskOf(userId)}?id=${o.declaration_id}`,
        except: actor.userId,
      })
    await audit(db, call, {
      action: 'declaration.opinion.withdraw',
      objectType: 'declaration',
      objectId: o.declaration_id,
      detail: { opinion: id, ...(own ? {} : { askedBy: o.asked_by, reason: reason! }) },
    })
    return true as const
  })
}
