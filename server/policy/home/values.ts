import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { EditHomeValue, homeData, HomeType } from '../../../contract/policy/home.ts'
import { isMissingPage, NO_SUCH_PAGE } from '../../../contract/missing-page.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { publishing } from '../../kernel/offers/publishing.ts'
import type { Tx } from '../policy-moves.ts'
import { homeChanged } from '../kept.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

const gone = () => notFound('该项不存在或已被删除')

export async function homeValues(k: Kernel, { dictType, page, pageSize }: Parsed<typeof homeData.queryByPage>['query']) {
  const found = k.db.selectFrom('policy_home_value').$if(dictType !== undefined, (q) => q.where('dict_type', '=', dictType!))
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('dict_type').orderBy('sort').orderBy('id'),
    (q) => q.selectAll(),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      dictType: row.dict_type,
      code: row.code,
      label: row.label,
      value: row.value,
      order: row.sort,
      hits: row.hits,
      enableFlag: row.enabled ? 1 : 0,
    })),
  }
}

/** What a value must be depends on its type. */
async function refuseWrongValue(db: Tx, type: HomeType, value: string): Promise<void> {
  if (type === 'entry' && !/^(?:\/|\/[^\s\\/][^\s\\]*|https?:\/\/\S+)$/.test(value))
    throw invalidField('value', '应为站内地址（/ 开头）或 http(s):// 开头的完整地址')
  if (type === 'entry' && isMissingPage(value)) throw invalidField('value', NO_SUCH_PAGE)
  if (type === 'hotPolicy') {
    const policy = /^\d{1,15}$/.test(value)
      ? await db.selectFrom('policy').select('state').where('id', '=', Number(value)).where('deleted', '=', false).executeTakeFirst()
      : undefined
    if (!policy) throw invalidField('value', '没有这项政策')
    if (policy.state !== POLICY_STATE.published) throw invalidField('value', '请选择已上架的政策')
  }
}

const { changing, hear } = publishing({ topic: 'home', pages: '/page', forget: (k) => homeChanged(k) })
export { hear as hearHomeValues }

export const editHomeValue = (k: Kernel, call: Call, input: z.output<typeof EditHomeValue>) =>
  changing<true>(k, async (db) => {
    const old = await db
      .selectFrom('policy_home_value')
      .select(['dict_type', 'code', 'label', 'value'])
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!old) throw gone()
    // A recommended policy that was taken down meanwhile can still be reordered or switched off.
    if (input.value !== old.value) await refuseWrongValue(db, old.dict_type, input.value)
    await db
      .updateTable('policy_home_value')
      .set({
        ...(input.label === old.label ? {} : { hits: null }),
        label: input.label,
        value: input.value,
        updated_at: k.clock.now(),
        ...(input.order !== undefined ? { sort: input.order } : {}),
        ...(input.enableFlag !== undefined ? { enabled: input.enableFlag === 1 } : {}),
      })
      .where('id', '=', input.id)
      .execute()
    await audit(db, call, {
      action: 'homeValue.edit',
      objectType: 'homeValue',
      objectId: input.id,
      detail: { type: old.dict_type, code: old.code, ...input },
    })
    return true
  })

export const addHomeValue = (k: Kernel, call: Call, { dictType, label, value }: Parsed<typeof homeData.add>['body']) =>
  changing(k, async (db) => {
    await refuseWrongValue(db, dictType, value)
    const { last } = await db
      .selectFrom('policy_home_value')
      .select(({ fn }) => fn.max('sort').as('last'))
      .where('dict_type', '=', dictType)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('policy_home_value')
      .values({
        dict_type: dictType,
        code: randomBytes(6).toString('hex'),
        label,
        value,
        sort: Number(last ?? 0) + 1,
        updated_at: k.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, call, { action: 'homeValue.add', objectType: 'homeValue', objectId: id, detail: { dictType, label, value } })
    return { id }
  })

export const removeHomeValue = (k: Kernel, call: Call, id: number) =>
  changing<true>(k, async (db) => {
    const row = await db.selectFrom('policy_home_value').select(['dict_type', 'label']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw gone()
    if (row.dict_type === 'section' || row.dict_type === 'figure') throw refused('这一项不能删除，可以停用', 'IN_USE')
    await db.deleteFrom('policy_home_value').where('id', '=', id).execute()
    await audit(db, call, { action: 'homeValue.delete', objectType: 'homeValue', objectId: id, detail: row })
    return true
  })
