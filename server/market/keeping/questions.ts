import { sql } from 'kysely'
import type { marketKeeping, Question } from '../../../contract/market/keeping.ts'
import { holdsNumber, itemPath, marketKinds, QUESTIONS_A_DAY } from '../../../contract/market/states.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { maskName } from '../../kernel/access/pii.ts'
import { callerOf, signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import { consume, type Limit } from '../../kernel/http/limits.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { handled, notify } from '../../system/index.ts'
import { approvedTitle, titleFor } from '../approved.ts'
import { listedFor } from '../contact.ts'
import { owns } from '../flow.ts'
import { refuseStopped } from '../marks.ts'
import { ownersOf, ownersPage } from '../moves.ts'
import { readable } from '../queries.ts'
import { MARKET, readsAll, seenBy } from '../visible.ts'

const PER_DAY: Limit = {
  name: 'market-question',
  points: QUESTIONS_A_DAY,
  seconds: 86_400,
  message: `每天最多提 ${QUESTIONS_A_DAY} 个问题，请明天再试`,
}
const NO_NUMBER = '这里公开显示，请不要写电话号码；需要联系时请用“索取联系方式”'
const waits = (id: number) => `question:market:${id}`

/** Asks the owner of an item; one open question per user and item. The owner is notified; everybody can read it once it is answered. */
export async function askOwner(k: Kernel, call: Call, { kind, id, question }: Parsed<typeof marketKeeping.ask>['body']) {
  const actor = signedIn(call.actor)
  if (holdsNumber(question)) throw invalidField('question', NO_NUMBER)
  const item = await listedFor(k, k.db, actor, kind, id)
  await refuseStopped(k, actor)
  await consume(k, PER_DAY, String(actor.userId))
  return k.db.transaction().execute(async (db) => {
    const made = await db
      .insertInto('market_question')
      .values({ item_id: id, user_id: actor.userId, company_id: actor.companyId, question, created_at: k.clock.now() })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refused('您已经问过，请等对方回答', 'TWICE')
    await audit(db, call, { action: 'market.ask', objectType: MARKET, objectId: id, detail: { questionId: made.id } })
    await notify(db, k, {
      to: ownersOf(item),
      kind: 'market',
      title: `有人问${marketKinds[kind].name}“${item.title}”`,
      body: question,
      link: ownersPage(item, 'contacts'),
      key: waits(made.id),
      waitsFor: waits(made.id),
    })
    return made
  })
}

const rowsOf = (k: Kernel) =>
  k.db
    .selectFrom('market_question as t')
    .innerJoin('market_item as p', 'p.id', 't.item_id')
    .leftJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('sys_user as u', 'u.id', 't.user_id')
    .where('t.hidden', '=', false)
const columns = [
  't.id',
  't.user_id as asker',
  't.question',
  't.answer',
  't.created_at',
  't.answered_at',
  'p.id as item_id',
  'p.kind',
  'p.title',
  'p.origin',
  'p.company_id',
  'p.user_id',
  'p.created_by',
  approvedTitle,
  'c.name as company_name',
  'u.name as person_name',
] as const
const selected = (k: Kernel) => rowsOf(k).select(columns).execute()
type Row = Awaited<ReturnType<typeof selected>>[number]

/** Everybody sees whether a company or a person asks; the owner sees which, with a person's name masked. */
function told(actor: Actor | null, row: Row): Question {
  const mine = actor !== null && row.asker === actor.userId
  const owner = actor !== null && owns(actor, row)
  return {
    id: row.id,
    kind: row.kind,
    itemId: row.item_id,
    title: owner ? row.title : titleFor(row),
    by: mine ? '我' : owner ? (row.company_name ?? maskName(row.person_name)) : row.company_name ? '企业用户' : '个人用户',
    mine,
    question: row.question,
    answer: row.answer,
    createTime: row.created_at,
    answerTime: row.answered_at,
    answerable: owner && row.answer === null,
    removable: (mine && row.answer === null) || (actor?.permissions.has('market:manage') ?? false),
  }
}

/** Questions about an item: answered ones for everybody, open ones for the user who asked and the owner. */
export async function questionsOf(k: Kernel, call: Call, { kind, id, ...paging }: Parsed<typeof marketKeeping.questions>['query']) {
  const actor = await callerOf(k, call)
  await readable(k, actor, kind, id)
  const open = actor === null ? sql<boolean>`false` : sql<boolean>`(t.user_id = ${actor.userId} or ${seenBy(actor)})`
  const { total, rows } = await pageOf(
    rowsOf(k)
      .where('p.id', '=', id)
      .where(sql<boolean>`(t.answer is not null or ${open})`),
    paging,
    (all) => all.orderBy('t.id', 'desc'),
    (page) => page.select(columns),
  )
  return { total, list: rows.map((row) => told(actor, row)) }
}

/** Questions of the caller, and questions about the caller's items; staff see those about items that they registered. */
export async function myQuestions(k: Kernel, actor: Actor, q: Parsed<typeof marketKeeping.myQuestions>['query']) {
  const owned =
    actor.type === 'YYF' ? (readsAll(actor) ? sql<boolean>`(p.origin = 'gov' and ${seenBy(actor)})` : sql<boolean>`false`) : seenBy(actor)
  const { total, rows } = await pageOf(
    rowsOf(k)
      .where(sql<boolean>`(t.user_id = ${actor.userId} or ${owned})`)
      .$if(q.kind !== undefined, (all) => all.where('p.kind', '=', q.kind!))
      .$if(q.itemId !== undefined, (all) => all.where('p.id', '=', q.itemId!)),
    q,
    (all) => all.orderBy('t.id', 'desc'),
    (page) => page.select(columns),
  )
  return { total, list: rows.map((row) => told(actor, row)) }
}

async function rowFor(k: Kernel, actor: Actor, id: number): Promise<Row> {
  const row = await rowsOf(k)
    .select(columns)
    .where('t.id', '=', id)
    .where(sql<boolean>`(t.user_id = ${actor.userId} or ${seenBy(actor)})`)
    .executeTakeFirst()
  if (!row) throw notFound('没有这个问题')
  return row
}

export async function answerQuestion(k: Kernel, call: Call, { id, answer }: Parsed<typeof marketKeeping.answer>['body']): Promise<true> {
  const actor = signedIn(call.actor)
  const row = await rowFor(k, actor, id)
  if (!owns(actor, row)) throw notFound('没有这个问题')
  if (holdsNumber(answer)) throw invalidField('answer', NO_NUMBER)
  return k.db.transaction().execute(async (db): Promise<true> => {
    const { numUpdatedRows } = await db
      .updateTable('market_question')
      .set({ answer, answered_by: actor.userId, answered_at: k.clock.now() })
      .where('id', '=', id)
      .where('answer', 'is', null)
      .where('hidden', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('这个问题已经回答或收回')
    await audit(db, call, { action: 'market.answer', objectType: MARKET, objectId: row.item_id, detail: { questionId: id } })
    await handled(db, k, waits(id))
    if (row.asker !== null)
      await notify(db, k, {
        to: { userId: row.asker },
        kind: 'market',
        title: `“${titleFor(row)}”回答了您的问题`,
        body: answer,
        link: itemPath(row.kind, row.item_id),
        key: `market:answer:${id}`,
      })
    return true
  })
}

/** The user who asked withdraws an unanswered question; staff remove an inappropriate one. */
export async function removeQuestion(k: Kernel, call: Call, id: number): Promise<true> {
  const actor = signedIn(call.actor)
  const row = await rowFor(k, actor, id)
  if (!told(actor, row).removable) throw notFound('没有这个问题')
  return k.db.transaction().execute(async (db): Promise<true> => {
    const staff = actor.permissions.has('market:manage')
    const { numUpdatedRows } = await db
      .updateTable('market_question')
      .set({ hidden: true })
      .where('id', '=', id)
      .where('hidden', '=', false)
      .$if(!staff, (q) => q.where('answer', 'is', null))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict('这个问题已经回答或收回')
    await audit(db, call, { action: 'market.unask', objectType: MARKET, objectId: row.item_id, detail: { questionId: id } })
    await handled(db, k, waits(id))
    return true
  })
}
