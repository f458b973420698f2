import { join } from 'node:path'
import { test } from '@playwright/test'
import pg from 'pg'
import { privateSocketDir } from '../server/kernel/db/index.ts'

/**
 * Puts the publicity of one allowance ten days back, as if they had passed: the server of the tests runs on the real clock. Goes to the embedded
 * database of this worker's server (servers.mjs); against another server (E2E_BASE_URL) the journey ends here.
 */
export async function publicityPasses(allowanceId: number): Promise<void> {
  const folder = process.env.E2E_DATA
  test.skip(!folder || Boolean(process.env.E2E_BASE_URL), '只能移动本机测试服务的日子')
  const host = await privateSocketDir(join(folder!, process.env.TEST_PARALLEL_INDEX ?? '0', 'db'))
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres', password: 'x' })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'update allowance set public_from = public_from - 10, public_to = public_to - 10 where id = $1',
      [allowanceId],
    )
    if (rowCount !== 1) throw new Error(`allowance ${allowanceId} is not there`)
  } finally {
    await client.end()
  }
}
