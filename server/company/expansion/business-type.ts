import { STAFF_SOURCE } from '../../../contract/company.ts'
import { businessTypeOf, businessTypes, type BusinessType } from '../../../contract/company/business-type.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { readerOf } from '../access.ts'
import { givenReason, tellCompany } from '../tell-company.ts'
import { manages } from './access.ts'

/** Whether the company's kind of business is set and matches its industry code. */
export async function judgeBusinessType(k: Kernel, actor: Actor, asked: number | undefined) {
  const { companyId } = await readerOf(k.db, actor, asked)
  const row = await k.db.selectFrom('company').select(['business_type', 'industry']).where('id', '=', companyId).executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  const set = row.business_type as BusinessType | null
  const suggested = businessTypeOf(row.industry)
  const name = (code: BusinessType | null) => (code === null ? null : businessTypes[code])
  return {
    businessType: set,
    businessTypeName: name(set),
    suggested,
    suggestedName: name(suggested),
    ok: set !== null && (suggested === null || suggested === set),
    reason:
      set === null
        ? '尚未设置企业类型'
        : suggested !== null && suggested !== set
          ? `企业类型为${name(set)}，按行业代码 ${row.industry} 应为${name(suggested)}`
          : '企业类型与行业相符',
  }
}

export async function updateBusinessType(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { companyId?: number | undefined; businessType: BusinessType; reason?: string },
): Promise<true> {
  const { companyId, own } = await readerOf(k.db, actor, input.companyId)
  if (!own && !manages(actor)) throw forbidden()
  const reason = own ? null : givenReason(input.reason)
  return k.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('company')
      .set({ business_type: input.businessType, updated_at: k.clock.now() })
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('企业不存在')
    await audit(db, call, {
      action: 'company.businessType',
      objectType: 'company',
      objectId: companyId,
      detail: { businessType: input.businessType, ...(reason === null ? {} : { reason }) },
    })
    if (reason !== null) await tellCompany(db, k, { companyId, what: '企业类型', source: STAFF_SOURCE, reason })
    return true as const
  })
}
