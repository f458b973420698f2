import { readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { currentKey, hmacSm3 } from '../access/keyring.ts'
import { movableClock } from '../clock.ts'
import { runRecurring } from '../jobs/jobs.ts'
import { testApp, type TestApp } from '../testing/harness.ts'
import { auditTrail } from '../testing/audit-trail.ts'
import { audit, systemCall } from './audit.ts'
import { sealAudit } from './audit-chain.ts'
import { checkAnchoredAudit } from './audit-anchors.ts'
import { checkAudit } from './audit-check.ts'
import { checkAuditFile, exportAuditMonth, writeAuditMonth } from './audit-file.ts'
import { rowText } from './audit-row.ts'

const clock = movableClock('2026-11-20T16:05:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const write = (action: string) => audit(t.kernel.db, systemCall('r1'), { action, objectType: 'thing', objectId: 7, detail: { 金额: 1 } })
const anchorFile = () => join(t.kernel.config.DATA_DIR, 'audit-anchors.jsonl')
const asked = async () => (await t.as('audit1').get('/sys/log/check')).body.data
const told = async (who: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; body: string }[]).filter(({ title }) =>
    title.includes('的锚'),
  )

describe('每日的锚', () => {
  it('is kept in a file and told to the auditors once a day; the check passes through it', async () => {
    await write('thing.made')
    await runRecurring(t.kernel, 'audit.anchor')
    await runRecurring(t.kernel, 'audit.anchor')
    const lines = (await readFile(anchorFile(), 'utf8')).trim().split('\n')
    const { sealNo, seal } = JSON.parse(lines[0]!) as { sealNo: number; seal: string }
    const notices = await told('audit1')
    expect(notices).toMatchObject([{ title: `审计日志 2026-11-21 的锚：第 ${sealNo} 号` }])
    expect(notices[0]!.body).toContain(seal)
    expect(await told('admin1')).toEqual([])
    expect(await asked()).toMatchObject({ ok: true, anchors: 2 })
  })

  it('an exported month is checked without the database: changed, missing and foreign rows are found', async () => {
    const path = join(t.kernel.config.DATA_DIR, 'audit-2026-11.jsonl')
    const keys = { secret: t.kernel.secret }
    // The demo data may have been made in another month.
    for (const action of ['thing.moved', 'thing.named', 'thing.closed', 'thing.removed']) await write(action)
    await sealAudit(t.kernel)
    const rows = await writeAuditMonth(t.kernel, '2026-11', path)
    expect(rows).toBeGreaterThan(3)
    expect(await checkAuditFile(keys, path, anchorFile())).toMatchObject({ rows, anchors: 2, fault: null })
    await expect(writeAuditMonth(t.kernel, '2026-11', path)).rejects.toThrow(/EEXIST/)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    const checked = async (changed: string[]) => {
      await writeFile(`${path}.x`, changed.join('\n'))
      return (await checkAuditFile(keys, `${path}.x`, anchorFile())).fault
    }
    const first = (JSON.parse(lines[0]!) as { seal_no: number }).seal_no
    expect(await checked(lines.with(1, lines[1]!.replace('"result":"ok"', '"result":"refused"')))).toBe(`第 ${first + 1} 号：内容被改动`)
    expect(await checked(lines.toSpliced(1, 1))).toBe(`第 ${first + 1} 号：记录缺失`)
    expect(await checked(lines.with(2, 'x'))).toBe(`第 ${first + 2} 号：内容被改动`)
    expect(await checked(lines.with(1, lines[1]!.replace(/"at":"[^"]*"/, '"at":"x"')))).toBe(`第 ${first + 1} 号：内容被改动`)
    // Rows cut off at either end, with and without the last line that names them.
    const last = first + rows - 1
    expect(await checked(lines.slice(1))).toBe(`第 ${first} 号：记录缺失`)
    expect(await checked(lines.toSpliced(-2, 1))).toBe(`第 ${last} 号：记录缺失`)
    expect(await checked(lines.slice(0, -2))).toBe(`第 ${last} 号：记录缺失`)
    const shorter = lines.at(-1)!.replace(`"last":${last}`, `"last":${last - 1}`)
    expect(await checked([...lines.slice(0, -2), shorter])).toBe('最后一行：内容被改动')
    expect(await checked([...lines, lines[0]!])).toBe(`第 ${last + 1} 号：内容被改动`)
    await expect(checkAuditFile(keys, path, `${path}.absent`)).rejects.toThrow(/ENOENT/)
    expect((await checkAuditFile({ secret: randomBytes(32) }, path)).fault).toBe(`第 ${first} 号：内容被改动`)
    const foreign = `${JSON.stringify({ at: '', sealNo: first, seal: 'other' })}\n`
    await writeFile(`${path}.anchors`, foreign)
    expect((await checkAuditFile(keys, path, `${path}.anchors`)).fault).toBe(`第 ${first} 号：与每日的锚不符`)
    await writeFile(`${path}.anchors`, 'x\n')
    expect((await checkAuditFile(keys, path, `${path}.anchors`)).fault).toBe('第 0 号：与每日的锚不符')
  })

  it('an export from the command line writes a row that names the user of the system; without the row there is no file', async () => {
    const path = join(t.kernel.config.DATA_DIR, 'audit-exported.jsonl')
    const rows = await exportAuditMonth(t.kernel, { month: '2026-11', path, by: 'weihu' })
    expect((await auditTrail(t.kernel, 'audit.export')).at(-1)).toMatchObject({
      actor_type: 'SYSTEM',
      object_id: '2026-11',
      request_id: 'npm-run-audit',
      detail: { month: '2026-11', rows, file: path, systemUser: 'weihu' },
    })
    await expect(exportAuditMonth(t.kernel, { month: '2026-11', path, by: 'weihu' })).rejects.toThrow(/EEXIST/)
    expect(await auditTrail(t.kernel, 'audit.export')).toHaveLength(1)
    await sql`create function refuse_export() returns trigger language plpgsql as $$ begin raise exception 'no row'; end $$`.execute(
      t.kernel.db,
    )
    await sql`create trigger refuse_export before insert on audit_log for each row when (new.action = 'audit.export')
      execute function refuse_export()`.execute(t.kernel.db)
    await expect(exportAuditMonth(t.kernel, { month: '2026-11', path: `${path}.2`, by: 'weihu' })).rejects.toThrow(/no row/)
    await sql`drop trigger refuse_export on audit_log`.execute(t.kernel.db)
    await expect(readFile(`${path}.2`)).rejects.toThrow(/ENOENT/)
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(rows + 1)
  })

  it('a chain that somebody with database and key wrote anew is right in itself, but misses the anchor', async () => {
    const [row] = await auditTrail(t.kernel, 'thing.made')
    const key = currentKey(t.kernel, 'audit')
    const changed = { ...row!, detail: { 金额: 9 } }
    const mac = `${key.id}:${hmacSm3(key.key('row'), rowText(changed))}`
    await t.kernel.db.transaction().execute(async (db) => {
      await sql`alter table audit_log disable trigger all`.execute(db)
      await sql`update audit_log set detail = ${JSON.stringify(changed.detail)}::jsonb, mac = ${mac} where id = ${row!.id}`.execute(db)
      await sql`update audit_log set seal_no = null, prev_seal = null, seal = null`.execute(db)
      await sql`delete from audit_head`.execute(db)
      await sql`alter table audit_log enable trigger all`.execute(db)
    })
    await sealAudit(t.kernel)
    expect(await checkAudit(t.kernel)).toMatchObject({ ok: true })
    expect(await checkAnchoredAudit(t.kernel, t.kernel.config.DATA_DIR)).toMatchObject({
      ok: false,
      firstBad: { reason: '与每日的锚不符' },
    })
    // The check of what was added since the last one sees that its last row is another one.
    expect(await asked()).toMatchObject({ ok: false, firstBad: { reason: '链接被改动' } })
  })
})
