import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster } from '../testing/cluster.ts'
import { testLog } from '../testing/config.ts'
import { emptyTarget, testDatabase, testEngine } from '../testing/harness.ts'
import { openDatabase } from './index.ts'

const open = (url: string) => openDatabase({ url, dataDir: '', log: testLog })

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe.runIf(testEngine === 'postgres')('PostgreSQL', () => {
  it('is refused when it does not answer, without the password in the message', async () => {
    const refused = await open('postgres://someone:geheim@127.0.0.1:1/none').catch((error: Error) => error.message)
    expect(refused).toMatch(/^无法连接数据库 postgres:\/\/someone:\*\*\*@127\.0\.0\.1:1\/none：/)
  })

  it.each(['fsync', 'full_page_writes'])('is refused with %s off (D-01)', async (setting) => {
    const cluster = await startCluster({ [setting]: 'off' })
    await expect(open(cluster.url('postgres')).finally(cluster.stop)).rejects.toThrow(`数据库不符合要求：${setting} 已关闭`)
  })

  it('is refused with synchronous_commit off for this database', async () => {
    const { url } = await emptyTarget()
    await run(url!, `alter database ${new URL(url!).pathname.slice(1)} set synchronous_commit = off`)
    await expect(open(url!)).rejects.toThrow('synchronous_commit 已关闭')
  })

  it('is refused with an encoding and a locale without Chinese, both named at once', async () => {
    const { url } = await emptyTarget()
    const ascii = `${new URL(url!).pathname.slice(1)}_ascii`
    await run(url!, `create database ${ascii} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`)
    const refused = await open(Object.assign(new URL(url!), { pathname: `/${ascii}` }).href).catch((error: Error) => error.message)
    await run(url!, `drop database ${ascii}`)
    expect(refused).toContain('数据库编码须为 UTF8，当前为 SQL_ASCII')
    expect(refused).toContain('LC_CTYPE 须为 C.UTF-8')
  })

  it('answers again after the server has closed every connection', async () => {
    const { target } = await testDatabase()
    const t = await open(target.url!)
    onTestFinished(t.close)
    await Promise.all([1, 2, 3].map(() => t.pool.query('select pg_sleep(0.05)')))
    await run(
      target.url!,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect
      .poll(() =>
        t.pool.query('select 1 as one').then(
          ({ rows }) => rows[0].one,
          () => 'not yet',
        ),
      )
      .toBe(1)
  })
})
