import { authorizationText, authStatuses, type AuthStatus, type FactSource, type FactValue } from '../contract/company.ts'
import { archiveFieldOf, isPersonal, officialSourceOf, writeFacts } from '../server/company/index.ts'
import { bindCompany } from '../server/identity/index.ts'
import { addDays, today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import companies from './data/companies.json' with { type: 'json' }
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Demo log-in → company of companies.json. */
const accounts = { qy1: 'C01', qy2: 'C02' } as const
/** Companies that have not consented, so that both cases can be seen: qy1 is asked at its first declaration. */
const consent: Record<string, AuthStatus> = { C01: authStatuses.unset, C05: authStatuses.declined, C20: authStatuses.unset }
const taxGroup = '财务'

/** Thirty fictional companies of the demo county with a source for every fact. */
export const companySeed: Seed = {
  name: 'company',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'company', async () => {
      for (const one of companies as unknown as DemoCompany[]) await seedCompany(k, one)
    }),
}

export type DemoCompany = { id: string; companyName: string; creditCode: string; street: string } & Record<string, FactValue>

export async function seedCompany(k: Kernel, one: DemoCompany): Promise<void> {
  const day = today(k.clock)
  const yearEnd = `${Number(day.slice(0, 4)) - 1}-12-31`
  await k.db.transaction().execute(async (db) => {
    const made = await db
      .insertInto('company')
      .values({ credit_code: one.creditCode, name: one.companyName, street_name: one.street })
      .onConflict((c) => c.column('credit_code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    const { id } = made
    const facts = Object.entries(one).flatMap(([key, value]) => {
      const field = archiveFieldOf(key)
      if (!field || value === null) return []
      const source: FactSource = officialSourceOf(key) ?? (field.group === taxGroup ? '税务' : '企业填报')
      return [{ key, value, source, asOf: isPersonal(key) ? null : field.group === taxGroup ? yearEnd : addDays(day, -30) }]
    })
    await writeFacts(k, db, id, facts, null)
    const status = consent[one.id] ?? authStatuses.granted
    if (status !== authStatuses.unset) {
      await db.updateTable('company').set({ auth_status: status }).where('id', '=', id).execute()
      await db
        .updateTable('company_facts')
        .set({ authorized: status === authStatuses.granted })
        .where('company_id', '=', id)
        .execute()
      await db
        .insertInto('company_authorization')
        .values({
          company_id: id,
          auth_status: status,
          text_version: authorizationText.version,
          at: k.clock.now(),
          account: '演示数据',
          channel: '初始化',
        })
        .execute()
    }
    const account = Object.entries(accounts).find(([, code]) => code === one.id)?.[0]
    if (account) await bindCompany(db, account, id)
  })
}
