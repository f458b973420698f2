import { objectionCodes } from '../../contract/passing.ts'
import { inFen, inWan } from '../../contract/money.ts'
import type { Selectable } from 'kysely'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directStaff } from '../../contract/direct.ts'
import type { DirectTables } from '../../db/tables/direct.ts'
import { authorizedArchives } from '../company/index.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, notFound, ownWork, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { archiveReads, judgeOf } from '../matching/index.ts'
import { handled, notify } from '../system/index.ts'
import { lockList, type ListRecord } from './access.ts'
import { evidenceOf, hashOf, undetermined } from './evidence.ts'
import { LIST, moveRow } from './move.ts'
import { countOpen } from './objections.ts'
import { preparersOf } from './preparers.ts'
import { objectionWait } from './waits.ts'

/** The context of one answer: it happens in this transaction, under the lock of the list. */
interface Scope {
  k: Kernel
  db: Db
  call: Call
  list: ListRecord
}

/**
 * Answers an objection. If a company's objection about itself is upheld, it is judged again by its corrected archive and the frozen rule,
 * on the list's date: a company that was not on the list is added if it meets the rule, one on the list gets the new amount. If an
 * objection against another company is upheld, that company is left out. Who prepared the list answers none.
 */
export function resolveObjection(k: Kernel, call: Call, body: Parsed<(typeof directStaff)['resolve']>['body']): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const at = await db.selectFrom('direct_objection').select('list_id').where('id', '=', body.id).executeTakeFirst()
    if (!at) throw notFound('异议不存在')
    const list = await lockList(db, actor, at.list_id)
    const objection = await db.selectFrom('direct_objection').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirstOrThrow()
    if (objection.state !== objectionCodes.code.open) throw refused('该异议已答复', 'STATE')
    if (list.state !== 'announced') throw refused('名单不在公示中，不能再答复异议', 'STATE')
    if ((await preparersOf(db, list)).includes(actor.userId)) throw ownWork('免申即享名单的异议', '答复')
    const came = body.upheld ? await uphold({ k, db, call, list }, objection, body.reply) : null
    const answered = await db
      .updateTable('direct_objection')
      .set({
        state: body.upheld ? 1 : 2,
        reply: body.reply,
        resolved_by_name: actor.name,
        resolved_by: actor.userId,
        resolved_at: k.clock.now(),
      })
      .where('id', '=', body.id)
      .where('state', '=', objectionCodes.code.open)
      .returning('id')
      .executeTakeFirst()
    if (!answered) throw conflict()
    await countOpen(db, list.id, -1)
    await handled(db, k, objectionWait(body.id))
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
      body: came ? `${body.reply}\n${came.words}` : body.reply,
      link: came ? `/work/myDirect?id=${came.rowId}` : `/work/myDirect?list=${list.id}`,
    })
    return true
  })
}

/** Carries out an upheld objection. Returns the new row and the words for the notice when the objector's own amount changed. */
async function uphold(
  scope: Scope,
  { row_id, company_id }: { row_id: number | null; company_id: number },
  reply: string,
): Promise<{ rowId: number; words: string } | null> {
  if (row_id === null) {
    await add(scope, company_id)
    return null
  }
  const row = await scope.db
    .selectFrom('direct_row')
    .select(['id', 'company_id', 'state', 'amount'])
    .where('id', '=', row_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.company_id === company_id) return correct(scope, row, reply)
  await leaveOut(scope, row, reply)
  return null
}

/** Judges the company by its current archive and the frozen rule; refused when it does not meet the rule or has no certain amount. */
async function judgedAnew({ k, db, list }: Scope, companyId: number) {
  const rule = list.rule!
  const company = (await authorizedArchives(db, [companyId], archiveReads(rule))).get(companyId)
  if (!company) throw refused('该企业尚未授权平台读取企业档案，不能重新判定', 'NO_CONSENT')
  const judgement = judgeOf(rule, list.as_of)(company.archive)
  if (judgement.verdict !== 'match')
    throw refused(`按现有档案重新判定不符合：${judgement.failed.join('；') || '信息不全'}。请先更正档案`, 'NOMATCH')
  const why = undetermined(judgement)
  if (why) throw refused(`按现有档案不能确定金额：${why}`, 'NOMATCH')
  const basis = { row: rule, asOf: list.as_of, ruleVersion: list.rule_version!, ruleHash: list.rule_hash! }
  const evidence = evidenceOf(basis, company.archive, judgement, k.clock.now())
  return {
    company_id: companyId,
    company_name: company.name,
    credit_code: company.code,
    amount: inFen(judgement.amount!.max),
    evidence: JSON.stringify(evidence),
    evidence_hash: hashOf(evidence),
  }
}

async function enter(
  { k, db, call, list }: Scope,
  values: Awaited<ReturnType<typeof judgedAnew>>,
  origin: 'objection' | 'corrected',
): Promise<number> {
  const now = k.clock.now()
  const { id } = await db
    .insertInto('direct_row')
    .values({ ...values, list_id: list.id, origin, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(db, call, {
    action: 'direct.row.add',
    objectType: LIST,
    objectId: list.id,
    detail: { row: id, company: values.company_id, origin },
  })
  return id
}

/** Adds the company by judging it again, never by hand; a company that was left out is taken back. */
async function add(scope: Scope, companyId: number): Promise<void> {
  const { k, db, call, list } = scope
  const values = await judgedAnew(scope, companyId)
  const row = await db
    .selectFrom('direct_row')
    .select(['id', 'company_id', 'state'])
    .where('list_id', '=', list.id)
    .where('company_id', '=', companyId)
    .where('state', '<>', 'replaced')
    .executeTakeFirst()
  if (row) await moveRow(k, db, call, list, row, { move: 'restore', who: 'objection', reason: null })
  else await enter(scope, values, 'objection')
}

type Row = Pick<Selectable<DirectTables['direct_row']>, 'id' | 'company_id' | 'state' | 'amount'>

/**
 * Corrects an amount by the corrected archive, in a new row; the frozen row stays unchanged. Open objections to the old row are answered at
 * the new one, and an account given for the old amount is not kept.
 */
async function correct(scope: Scope, row: Row, reply: string): Promise<{ rowId: number; words: string }> {
  const { k, db, call, list } = scope
  const values = await judgedAnew(scope, row.company_id)
  const [before, after] = [inWan(row.amount), inWan(values.amount)]
  if (values.amount === row.amount) throw refused(`按现有档案重新判定，金额仍是 ${before} 万元。请先更正档案，或答复不成立`, 'SAME')
  await moveRow(k, db, call, list, row, {
    move: 'correct',
    who: 'objection',
    reason: `异议成立：${reply}`,
    set: { bank_name: null, account_no: null, contact_name: null, contact_phone: null },
  })
  const rowId = await enter(scope, values, 'corrected')
  await db
    .updateTable('direct_objection')
    .set({ row_id: rowId })
    .where('row_id', '=', row.id)
    .where('state', '=', objectionCodes.code.open)
    .execute()
  return { rowId, words: `金额由 ${before} 万元更正为 ${after} 万元，请重新确认意愿并填写收款账户。` }
}

async function leaveOut({ k, db, call, list }: Scope, row: Row, reply: string): Promise<void> {
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
