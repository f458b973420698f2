import { blindIndexes } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

const MOST = 10

/** Companies whose legal person, contact or account has this phone number, to identify a caller. */
export async function companiesWithPhone(
  k: Kernel,
  db: Db,
  phone: string,
): Promise<{ id: number; name: string; creditCode: string; why: string }[]> {
  const indexes = blindIndexes(k, phone)
  const by = (column: 'legal_person_phone_index' | 'contact_phone_index') =>
    db
      .selectFrom('company as c')
      .where(`c.${column}`, 'in', indexes)
      .select(['c.id', 'c.name', 'c.credit_code'])
      .orderBy('c.id')
      .limit(MOST)
      .execute()
  const legal = await by('legal_person_phone_index')
  const contact = await by('contact_phone_index')
  const users = await db
    .selectFrom('sys_user as u')
    .innerJoin('company as c', 'c.id', 'u.company_id')
    .where('u.mobile_index', 'in', indexes)
    .where('u.enabled', '=', true)
    .select(['c.id', 'c.name', 'c.credit_code'])
    .orderBy('c.id')
    .limit(MOST)
    .execute()
  const named = (rows: typeof legal, why: string) => rows.map((row) => ({ id: row.id, name: row.name, creditCode: row.credit_code, why }))
  return [...named(contact, '企业联系人电话'), ...named(legal, '法定代表人电话'), ...named(users, '企业账号手机号')]
}
