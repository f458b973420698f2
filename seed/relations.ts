import { relationStates } from '../contract/company/relation-words.ts'
import { copyGroups } from '../server/company/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import companies from './data/companies.json' with { type: 'json' }
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** A demo parent company and its subsidiary, which both consent to the use of their archives. */
const [PARENT, SUBSIDIARY] = ['C02', 'C07']

export const relationSeed: Seed = {
  name: 'relations',
  demoOnly: true,
  run: (k) => seedOnce(k, 'relations', () => relate(k)),
}

async function relate(k: Kernel): Promise<void> {
  const codeOf = (id: string | undefined) => companies.find((one) => one.id === id)?.creditCode ?? ''
  await k.db.transaction().execute(async (db) => {
    const find = (id: string | undefined) =>
      db.selectFrom('company').select(['id', 'name', 'credit_code']).where('credit_code', '=', codeOf(id)).executeTakeFirst()
    const [parent, subsidiary] = [await find(PARENT), await find(SUBSIDIARY)]
    if (!parent || !subsidiary) return
    const now = k.clock.now()
    await db
      .insertInto('company_relation')
      .values({
        company_id: parent.id,
        other_code: subsidiary.credit_code,
        other_name: subsidiary.name,
        pair: [parent.credit_code, subsidiary.credit_code].sort().join(' '),
        kind: 'subsidiary',
        share: 80,
        since: '2023-04-01',
        source: 'company',
        state: relationStates.confirmed,
        decided_as: 'company',
        decided_at: now,
        created_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute()
    await copyGroups(db, [parent.id, subsidiary.id], now.toISOString())
  })
}
