import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../clock.ts'
import { testApp, type TestApp } from '../testing/harness.ts'
import { auditTrail } from '../testing/audit-trail.ts'
import { audit, systemCall } from './audit.ts'
import { anchorAudit, anchorFileIn, checkAnchoredAudit } from './audit-anchors.ts'
import { sealAudit } from './audit-chain.ts'
import { checkAudit } from './audit-check.ts'
import { writeAuditMonth } from './audit-file.ts'
import { releaseAuditMonth } from './audit-release.ts'

const clock = movableClock('2041-03-10T02:00:00Z')
let t: TestApp
const fileOf = (name: string) => join(t.kernel.config.DATA_DIR, `${name}.jsonl`)
const release = (month: string, path = fileOf(month)) => releaseAuditMonth(t.kernel, { month, path, by: 'weihu' })
const rowsIn = async () => (await t.kernel.db.selectFrom('audit_log').select('seal_no').orderBy('seal_no').execute()).length
const check = () => checkAnchoredAudit(t.kernel, t.kernel.config.DATA_DIR)
const noted = (action: string) => audit(t.kernel.db, systemCall('r1'), { action, objectType: 'thing', objectId: 7, detail: {} })

/** Three months with three rows each, an anchor in each, and a file of each. */
beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.transaction().execute(async (db) => {
    await sql`alter table audit_log disable trigger all`.execute(db)
    await sql`delete from audit_log`.execute(db)
    await sql`delete from audit_head`.execute(db)
    await sql`alter table audit_log enable trigger all`.execute(db)
  })
  for (const month of ['2041-03', '2041-04', '2041-05']) {
    clock.set(`${month}-10T02:00:00Z`)
    for (const action of ['a', 'b']) await noted(`${month}.${action}`)
    await anchorAudit(t.kernel)
    await noted(`${month}.c`)
    await sealAudit(t.kernel)
    await writeAuditMonth(t.kernel, month, fileOf(month))
  }
})

it('a month stays: too young, not the oldest, without a reliable file, without an anchor', async () => {
  clock.set('2041-10-01T15:59:59Z')
  await expect(release('2041-03')).rejects.toThrow('2041-03 的审计日志在数据库里保存到 2041-10-02')
  clock.set('2042-03-01T00:00:00Z')
  await expect(release('2041-04')).rejects.toThrow('从第 1 号开始，请先清出更早的月份')
  await expect(release('2041-03', fileOf('2041-04'))).rejects.toThrow('这是 2041-04 的文件')
  const lines = (await readFile(fileOf('2041-03'), 'utf8')).split('\n')
  await writeFile(fileOf('cut'), lines.slice(1).join('\n'))
  await expect(release('2041-03', fileOf('cut'))).rejects.toThrow('文件不可靠：第 1 号：记录缺失')
  const anchors = await readFile(anchorFileIn(t.kernel.config.DATA_DIR), 'utf8')
  await writeFile(anchorFileIn(t.kernel.config.DATA_DIR), anchors.split('\n').slice(1).join('\n'))
  await expect(release('2041-03')).rejects.toThrow('文件没有经过每日的锚')
  await writeFile(anchorFileIn(t.kernel.config.DATA_DIR), anchors)
  expect(await rowsIn()).toBe(9)
  await expect(sql`delete from audit_log where seal_no <= 3`.execute(t.kernel.db)).rejects.toThrow('append-only')
})

it('the oldest month leaves with an audit row; the chain is whole from there, and the next month can follow', async () => {
  expect(await release('2041-03')).toBe(3)
  expect(await release('2041-03'), 'nothing is left to do').toBe(0)
  expect((await auditTrail(t.kernel, 'audit.release')).map(({ detail }) => detail)).toEqual([
    { month: '2041-03', rows: 3, first: 1, last: 3, file: fileOf('2041-03'), systemUser: 'weihu' },
  ])
  await sealAudit(t.kernel)
  expect(await check()).toMatchObject({ ok: true, checked: 7, anchors: 2 })
  await expect(sql`delete from audit_log where seal_no > 3`.execute(t.kernel.db)).rejects.toThrow('append-only')
  await expect(sql`update audit_released set last_no = 9`.execute(t.kernel.db)).rejects.toThrow('append-only')
})

it('goes on after an interruption', async () => {
  await sql`create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    t.kernel.db,
  )
  await sql`create trigger refuse_deletion before delete on audit_log for each row execute function refuse_deletion()`.execute(t.kernel.db)
  await expect(release('2041-04')).rejects.toThrow('killed')
  await sql`drop trigger refuse_deletion on audit_log`.execute(t.kernel.db)
  expect(await check()).toMatchObject({ ok: true })
  expect(await release('2041-04')).toBe(3)
  expect(await auditTrail(t.kernel, 'audit.release')).toHaveLength(2)
  await sealAudit(t.kernel)
  expect(await check()).toMatchObject({ ok: true, checked: 5, anchors: 1 })
})

it('rows deleted under an invented release are missed', async () => {
  await sql`insert into audit_released values ('2041-05', 7, 8, 'seal', now(), 'mac')`.execute(t.kernel.db)
  await sql`delete from audit_log where seal_no <= 8`.execute(t.kernel.db)
  expect(await checkAudit(t.kernel)).toMatchObject({ ok: false, firstBad: { sealNo: 7, reason: '链接被改动' } })
})
