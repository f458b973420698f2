import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import meta from 'pg-boss/package.json' with { type: 'json' }
import type pg from 'pg'

const SCHEMA = 'pgboss'

/**
 * Makes or renews the tables of the job queue as the owner of the database. Without it the first start of the queue makes them itself,
 * which the role of the application may not do when the two are apart (ADR 0997).
 */
export async function prepareQueue(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ version: string | null }>(`select to_regclass('${SCHEMA}.version')::text as version`)
  if (found[0]!.version === null) {
    await client.query(getConstructionPlans(SCHEMA))
    return
  }
  const { rows } = await client.query<{ version: number }>(`select version::int as version from ${SCHEMA}.version`)
  // These plans build the new indexes at once; those that a running queue follows leave them to a background worker.
  if (rows[0]!.version < meta.pgboss.schema) await client.query(getMigrationPlans(SCHEMA, rows[0]!.version))
}
