import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { SEARCH_FORM } from '../../search/index.ts'
import { policyVector } from './search.ts'

const BATCH = 100

const searchable = (db: Db) =>
  db
    .selectFrom('policy as p')
    .select(['p.id', 'p.version', 'p.title', 'p.doc_no', 'p.dep_name', 'p.area_name', 'p.support_modes', 'p.summary', 'p.content'])
    .select(
      sql<
        string[]
      >`array(select l.name from policy_label_of c join policy_label l on l.id = c.label_id where c.policy_id = p.id and l.enabled)`.as(
        'labels',
      ),
    )

/** Writes the search columns of these policies from their rows and labels; the last step of every change of a policy. */
export async function writeSearch(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await write(db, await searchable(db).where('p.id', 'in', ids).execute())
}

/** Rewrites search columns of an older format, in batches; a policy that is saved meanwhile rewrites its own. */
export async function rewriteVectors(k: Kernel): Promise<number> {
  const rows = await searchable(k.db)
    .where('p.search_form', '<', SEARCH_FORM)
    .orderBy('p.search_form')
    .orderBy('p.id')
    .limit(BATCH)
    .execute()
  await write(k.db, rows)
  return rows.length
}

async function write(db: Db, rows: Awaited<ReturnType<ReturnType<typeof searchable>['execute']>>): Promise<void> {
  for (const { id, version, doc_no, dep_name, area_name, support_modes, ...p } of rows)
    await db
      .updateTable('policy')
      .set({
        search: sql<string>`${policyVector({ ...p, docNo: doc_no, depName: dep_name, areaName: area_name, supportModes: support_modes })}::tsvector`,
        search_form: SEARCH_FORM,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
}
