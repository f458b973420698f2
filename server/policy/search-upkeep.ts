import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'
import { SEARCH_FORM } from '../search/index.ts'
import { policyVector } from './search.ts'

const BATCH = 100

/** Search columns of an older form, some at a time; a policy that is saved meanwhile writes its own. */
export async function rewriteVectors(k: Kernel): Promise<number> {
  const rows = await k.db
    .selectFrom('policy')
    .select(['id', 'version', 'title', 'doc_no', 'dep_name', 'support_modes', 'summary', 'content'])
    .where('search_form', '<', SEARCH_FORM)
    .orderBy('search_form')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const { id, version, ...p } of rows)
    await k.db
      .updateTable('policy')
      .set({
        search: sql<string>`${policyVector({ ...p, docNo: p.doc_no, depName: p.dep_name, supportModes: p.support_modes })}::tsvector`,
        search_form: SEARCH_FORM,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
  return rows.length
}
