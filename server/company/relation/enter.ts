import type { companyRelations as endpoints } from '../../../contract/company/relations.ts'
import { relationStates } from '../../../contract/company/relation-words.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { forbidden, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { publish } from '../../kernel/jobs/events.ts'
import { readerOf } from '../access.ts'
import { manages } from '../expansion/index.ts'
import { COMPANIES_CHANGED } from '../totals.ts'
import { RELATIONS_AT_MOST } from './relations.ts'
import { tellEntered } from './tell.ts'

const OPEN = [relationStates.waiting, relationStates.confirmed] as const

/** Enters a related company, by a company itself or by staff. Two companies have at most one relation that waits or is confirmed. */
export async function enterRelation(
  k: Kernel,
  call: Call,
  actor: Actor,
  asked: number | undefined,
  body: Parsed<typeof endpoints.save>['body'],
): Promise<{ id: number }> {
  if (actor.type !== 'QY' && !manages(actor)) throw forbidden()
  const { companyId, own } = await readerOf(k.db, actor, asked)
  if (body.since > today(k.clock)) throw invalidField('since', '不能晚于今天')
  if (!own && !body.evidence) throw invalidField('evidence', '请填写登记的依据')
  return k.db.transaction().execute(async (db) => {
    const company = await db
      .selectFrom('company')
      .select(['name', 'credit_code'])
      .where('id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!company) throw notFound('企业不存在')
    if (company.credit_code === body.code) throw invalidField('code', '不能填写本企业')
    const pair = [company.credit_code, body.code].sort().join(' ')
    const same = await db
      .selectFrom('company_relation')
      .select('state')
      .where('pair', '=', pair)
      .where('state', 'in', OPEN)
      .executeTakeFirst()
    if (same) throw invalidField('code', same.state === relationStates.confirmed ? '已是关联企业' : '已登记，等待确认')
    await refuseTooMany(db, companyId)
    const { code, name, evidence, ...rest } = body
    const made = await db
      .insertInto('company_relation')
      .values({
        ...rest,
        company_id: companyId,
        other_code: code,
        other_name: name,
        pair,
        source: own ? 'company' : 'staff',
        evidence: evidence || null,
        entered_by: actor.userId,
        created_at: k.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw invalidField('code', '已登记，等待确认')
    const other = await db.selectFrom('company').select(['id', 'name']).where('credit_code', '=', code).executeTakeFirst()
    if (!other) await publish(db, COMPANIES_CHANGED)
    await tellEntered(db, k, actor, { id: companyId, name: company.name }, other, made.id)
    await audit(db, call, {
      action: 'companyRelation.add',
      objectType: 'companyRelation',
      objectId: made.id,
      detail: { companyId, otherCode: code, kind: body.kind },
    })
    return made
  })
}

async function refuseTooMany(db: Db, companyId: number): Promise<void> {
  const { n } = await db
    .selectFrom('company_relation')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow()
  if (n >= RELATIONS_AT_MOST) throw refused(`最多登记 ${RELATIONS_AT_MOST} 家关联企业`, 'TOO_MANY_OPEN')
}
