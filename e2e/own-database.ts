import pg from 'pg'
import { site, test } from './test.ts'

/**
 * Runs one statement on the database of this worker's server and returns the number of rows it changed. Against another server
 * (E2E_BASE_URL), whose database is out of reach, the journey is skipped here.
 */
export async function inOwnDatabase(statement: string, values: readonly unknown[]): Promise<number | null> {
  const { data } = site
  test.skip(!data, '只能改动本机测试服务的数据')
  const client = new pg.Client(await data!.reach())
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rowCount
  } finally {
    await client.end()
  }
}
