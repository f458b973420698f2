import { rememberSupportOfAll } from '../server/declaration/index.ts'
import { rememberRows } from '../server/company/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const BATCH = 500

/** Copies rows that existed before rules could use them into the facts of their companies. */
export const rowFactSeed: Seed = {
  name: 'rows among the facts',
  demoOnly: false,
  run: (k) =>
    seedOnce(k, 'rows among the facts', async () => {
      await rememberSupportOfAll(k)
      const pairs = await k.db
        .selectFrom('expansion_row')
        .select(['table_id', 'company_id'])
        .distinct()
        .orderBy('table_id')
        .orderBy('company_id')
        .execute()
      for (const [tableId, of] of Map.groupBy(pairs, (pair) => pair.table_id))
        for (let at = 0; at < of.length; at += BATCH)
          await k.db.transaction().execute((db) =>
            rememberRows(
              k,
              db,
              tableId,
              of.slice(at, at + BATCH).map((pair) => pair.company_id),
              null,
            ),
          )
    }),
}
