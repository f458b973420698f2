import { join } from 'node:path'
import { site, test } from './test.ts'
import pg from 'pg'
import { privateSocketDir } from '../server/kernel/db/index.ts'

/**
 * Changes dates of one row as if time had passed, because the server under test runs on the real clock. Uses the embedded database of this
 * worker's server (test.ts); against another server (E2E_BASE_URL) the journey is skipped here.
 */
async function moves(statement: string, values: readonly unknown[]): Promise<void> {
  const { folder } = site
  test.skip(!folder, '只能移动本机测试服务的日子')
  const host = await privateSocketDir(join(folder!, 'db'))
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres', password: 'x' })
  await client.connect()
  try {
    const { rowCount } = await client.query(statement, [...values])
    if (rowCount !== 1) throw new Error(`no row for ${statement}`)
  } finally {
    await client.end()
  }
}

/** Moves the publicity of one allowance ten days into the past. */
export const publicityPasses = (allowanceId: number): Promise<void> =>
  moves('update allowance set public_from = public_from - 10, public_to = public_to - 10 where id = $1', [allowanceId])

/** Moves all times of one activity by this many hours into the past. */
export const activityPasses = (id: number, hours: number): Promise<void> =>
  moves(
    `update train_activity set enrol_start = enrol_start - make_interval(hours => $2), enrol_end = enrol_end - make_interval(hours => $2),
      start_at = start_at - make_interval(hours => $2), end_at = end_at - make_interval(hours => $2), delayed_from = delayed_from - make_interval(hours => $2)
      where id = $1`,
    [id, hours],
  )
