import type { Parsed } from '../../contract/endpoint.ts'
import type { directMine, directStaff } from '../../contract/direct.ts'
import { authorizedArchives } from '../company/index.ts'
import { fenOf } from '../declaration/index.ts'
import { companyOf, signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { once } from '../kernel/idempotency.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { archiveFor, archiveReads, judgeOf } from '../matching/index.ts'
import { notify } from '../system/index.ts'
import { lockList, type ListRecord } from './access.ts'
import { evidenceOf, hashOf, undetermined } from './evidence.ts'
import { LIST, moveRow } from './move.ts'
import { counting } from './queries.ts'

/** During the period, for oneself when not on the list, or against a company that is; one at a time. */
export async function objectTo(k: Kernel, call: Call, body: Parsed<(typeof directMine)['object']>['body']): Promise<{ id: number }> {
  const actor = signedIn(call.actor)
  const companyId = companyOf(actor)
  const said = await verdictOf(k, body.listId, companyId)
  return k.db.transaction().execute((db) =>
    once(db, call, 'direct.object', body, async () => {
      const list = await lockList(db, actor, body.listId)
      if (list.state !== 'announced' || today(k.clock) > list.public_to!) throw refused('只能在公示期内提出异议', 'STATE')
      await refuseWrongTarget(db, list.id, companyId, body.rowId)
      const open = await db
        .selectFrom('direct_objection')
        .select('id')
        .where('list_id', '=', list.id)
        .where('company_id', '=', companyId)
        .where('row_id', body.rowId === undefined ? 'is' : '=', body.rowId ?? null)
        .where('state', '=', 0)
        .executeTakeFirst()
      if (open) throw refused('您的异议正在核实，请等待答复', 'ALREADY')
      const { id } = await db
        .insertInto('direct_objection')
        .values({
          list_id: list.id,
          row_id: body.rowId ?? null,
          company_id: companyId,
          user_id: actor.userId,
          content: body.content,
          verdict: body.rowId === undefined ? said : null,
          created_at: k.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await countOpen(db, list.id, 1)
      await audit(db, call, {
        action: 'direct.object',
        objectType: LIST,
        objectId: list.id,
        detail: { objection: id, row: body.rowId ?? null },
      })
      await notify(db, k, {
        to: { permission: 'direct:manage' },
        kind: 'work',
        title: `免申即享名单“${list.title}”收到异议`,
        link: `/work/directList?id=${list.id}&tab=objections`,
      })
      return { id }
    }),
  )
}

/** What the frozen rule says of the company today; null without its consent, or where there is no such list. */
async function verdictOf(k: Kernel, listId: number, companyId: number): Promise<string | null> {
  const list = await k.db.selectFrom('direct_list').select(['rule', 'as_of']).where('id', '=', listId).executeTakeFirst()
  const archive = list?.rule ? await archiveFor(k, companyId, list.rule) : null
  return list?.rule && archive ? judgeOf(list.rule, list.as_of)(archive).verdict : null
}

async function refuseWrongTarget(db: Db, listId: number, companyId: number, rowId: number | undefined): Promise<void> {
  const rows = db.selectFrom('direct_row').select(['company_id', 'state']).where('list_id', '=', listId)
  if (rowId === undefined) {
    const own = await rows.where('company_id', '=', companyId).executeTakeFirst()
    if (own && counting.includes(own.state)) throw refused('本企业已在名单中', 'STATE')
    return
  }
  const target = await rows.where('id', '=', rowId).executeTakeFirst()
  if (!target || !counting.includes(target.state)) throw notFound('名单中没有这家企业')
  if (target.company_id === companyId) throw refused('不能对本企业提出异议；不愿领取请选择放弃', 'STATE')
}

const countOpen = (db: Db, listId: number, by: 1 | -1) =>
  db
    .updateTable('direct_list')
    .set((e) => ({ open_objections: e('open_objections', '+', by) }))
    .where('id', '=', listId)
    .execute()

/**
 * Answers an objection. Right about oneself: judged again with the archive as corrected by now, on the day of the list and by its frozen rule; only
 * who meets it is added. Right about another company: that one is left out.
 */
export function resolveObjection(k: Kernel, call: Call, body: Parsed<(typeof directStaff)['resolve']>['body']): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const at = await db.selectFrom('direct_objection').select('list_id').where('id', '=', body.id).executeTakeFirst()
    if (!at) throw notFound('异议不存在')
    const list = await lockList(db, actor, at.list_id)
    const objection = await db.selectFrom('direct_objection').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirstOrThrow()
    if (objection.state !== 0) throw refused('该异议已答复', 'STATE')
    if (list.state !== 'announced') throw refused('名单不在公示中，不能再答复异议', 'STATE')
    if (body.upheld)
      await (objection.row_id === null
        ? add(k, db, call, list, objection.company_id)
        : leaveOut(k, db, call, list, objection.row_id, body.reply))
    const answered = await db
      .updateTable('direct_objection')
      .set({ state: body.upheld ? 1 : 2, reply: body.reply, resolved_by_name: actor.name, resolved_at: k.clock.now() })
      .where('id', '=', body.id)
      .where('state', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (!answered) throw conflict()
    await countOpen(db, list.id, -1)
    await audit(db, call, {
      action: body.upheld ? 'direct.objection.uphold' : 'direct.objection.dismiss',
      objectType: LIST,
      objectId: list.id,
      detail: { objection: body.id, reply: body.reply },
    })
    await notify(db, k, {
      to: { companyId: objection.company_id },
      kind: 'declaration',
      title: `您对免申即享名单“${list.title}”的异议已核实：${body.upheld ? '成立' : '不成立'}`,
      body: body.reply,
      link: `/work/myDirect?list=${list.id}`,
    })
    return true
  })
}

/** The company joins by being judged anew, never by hand; one that was left out is taken back. */
async function add(k: Kernel, db: Db, call: Call, list: ListRecord, companyId: number): Promise<void> {
  const rule = list.rule!
  const company = (await authorizedArchives(db, [companyId], archiveReads(rule))).get(companyId)
  if (!company) throw refused('该企业尚未授权平台读取企业档案，不能重新判定', 'NO_CONSENT')
  const judgement = judgeOf(rule, list.as_of)(company.archive)
  if (judgement.verdict !== 'match')
    throw refused(`按现有档案重新判定仍不符合：${judgement.failedTop.join('；') || '信息不全'}。请先更正档案`, 'NOMATCH')
  const why = undetermined(judgement)
  if (why) throw refused(`按现有档案不能确定金额：${why}`, 'NOMATCH')
  const row = await db
    .selectFrom('direct_row')
    .select(['id', 'company_id', 'state'])
    .where('list_id', '=', list.id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (row) await moveRow(k, db, call, list, row, { move: 'restore', who: 'objection', reason: null })
  else {
    const now = k.clock.now()
    const basis = { row: rule, asOf: list.as_of, ruleVersion: list.rule_version!, ruleHash: list.rule_hash! }
    const evidence = evidenceOf(basis, company.archive, judgement, now)
    const made = await db
      .insertInto('direct_row')
      .values({
        list_id: list.id,
        company_id: companyId,
        company_name: company.name,
        credit_code: company.code,
        amount: fenOf(judgement.amount!.max),
        evidence: JSON.stringify(evidence),
        evidence_hash: hashOf(evidence),
        origin: 'objection',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, call, { action: 'direct.row.add', objectType: LIST, objectId: list.id, detail: { row: made.id, company: companyId } })
  }
}

async function leaveOut(k: Kernel, db: Db, call: Call, list: ListRecord, rowId: number, reply: string): Promise<void> {
  const row = await db
    .selectFrom('direct_row')
    .select(['id', 'company_id', 'state'])
    .where('id', '=', rowId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state === 'excluded') return
  await moveRow(k, db, call, list, row, { move: 'exclude', who: 'objection', reason: `异议成立：${reply}` })
  await notify(db, k, {
    to: { companyId: row.company_id },
    kind: 'declaration',
    title: `本企业已从免申即享名单“${list.title}”中剔除`,
    body: reply,
    link: `/work/myDirect?list=${list.id}`,
  })
}
