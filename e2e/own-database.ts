import { join } from 'node:path'
import pg from 'pg'
import { privateSocketDir } from '../server/kernel/db/index.ts'
import { site, test } from './test.ts'

/**
 * Runs one statement on the embedded database of this worker's server and returns the number of rows it changed. Against another server
 * (E2E_BASE_URL), whose database is out of reach, the journey is skipped here.
 */
export async function inOwnDatabase(statement: string, values: readonly unknown[]): Promise<number | null> {
  const { folder } = site
  test.skip(!folder, '只能改动本机测试服务的数据')
  const host = await privateSocketDir(join(folder!, 'db'))
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres', password: 'x' })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rowCount
  } finally {
    await client.end()
  }
}
