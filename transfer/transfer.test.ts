import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAudit } from '../server/kernel/audit/audit-check.ts'
import { openDatabase, type OpenedDatabase } from '../server/kernel/db/index.ts'
import { storeOf } from '../server/kernel/files/files.ts'
import { localStore } from '../server/kernel/files/file-store.ts'
import { send } from '../server/kernel/jobs/outbox.ts'
import { testLog } from '../server/kernel/testing/config.ts'
import { emptyTarget, testApp, type TestApp } from '../server/kernel/testing/harness.ts'
import { makeBackup, type Manifest } from './backup.ts'
import { TransferRefused, withContent } from './load.ts'
import { restore } from './restore.ts'

let t: TestApp
let folder: string
let manifest: Manifest
/** One empty database for all tests, because its migrations take most of their time: what was refused wrote nothing, so the restore follows in it. */
let opened: OpenedDatabase
let dir: string
/** A whole platform is moved; a busy machine took more than a minute for it. */
const MOVE_MS = 240_000
const PDF = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n')

beforeAll(async () => {
  t = await testApp()
  folder = join(await mkdtemp(join(tmpdir(), 'qifu-backup-')), 'one')
  const boundary = 'b'
  const sent = await t.as('qy1').send({
    method: 'POST',
    url: '/files/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="证明.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
      ),
      PDF,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  await t.kernel.db.transaction().execute(async (trx) => {
    await send(trx, 'sms', 'moved', { userId: -1, text: '—' })
    await trx.updateTable('outbox').set({ state: 'sent' }).where('key', '=', 'moved').execute()
  })
  const source = { db: t.kernel.db, engine: t.kernel.engine, store: await storeOf(t.kernel), secret: t.kernel.secret }
  manifest = await makeBackup(source, folder)
  const target = await emptyTarget()
  dir = target.dataDir
  opened = await openDatabase({ ...target, log: testLog })
}, MOVE_MS)
afterAll(async () => {
  await opened.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const targetWith = (secret: Buffer) => ({
  db: opened.db,
  store: localStore(join(dir, 'files')),
  secrets: [Buffer.alloc(32, 7), secret],
  dataDir: dir,
})

describe('restore refuses', () => {
  it('a database that is in use', async () => {
    const store = await storeOf(t.kernel)
    const target = { db: t.kernel.db, store, secrets: [t.kernel.secret], dataDir: t.database.target.dataDir }
    await expect(restore(target, folder)).rejects.toThrow('目标数据库已被使用过')
  })

  it(
    'another SECRET_KEY, an incomplete folder, a changed byte, a cut file, a missing file and a newer version; nothing is written',
    async () => {
      const target = targetWith(t.kernel.secret)
      await expect(restore(targetWith(Buffer.alloc(32, 9)), folder)).rejects.toThrow('SECRET_KEY')
      await expect(restore(target, join(folder, 'tables'))).rejects.toThrow('不是完整的备份')
      const path = join(folder, 'tables', 'policy')
      const whole = await readFile(path)
      const changed = Buffer.from(whole)
      changed[changed.length >> 1]! ^= 1
      await writeFile(path, changed)
      await expect(restore(target, folder)).rejects.toThrow('已损坏')
      await writeFile(path, whole)
      await truncate(path, whole.length - 40)
      await expect(restore(target, folder)).rejects.toThrow('已损坏')
      await writeFile(path, whole)
      const file = join('files', manifest.files[0]!.key)
      for (const name of [file, join('tables', 'company')]) {
        await rename(join(folder, name), join(folder, 'away'))
        const error = await restore(target, folder).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(TransferRefused)
        expect((error as Error).message).toBe(`备份 ${folder} 缺少 ${name}，没有写入任何内容`)
        await rename(join(folder, 'away'), join(folder, name))
      }
      const told = join(folder, 'manifest.json')
      await writeFile(told, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999_later'] }))
      await expect(restore(target, folder)).rejects.toThrow('9999_later')
      await writeFile(told, JSON.stringify(manifest))
      expect((await opened.pool.query('select count(*)::int as n from company')).rows[0].n).toBe(0)
    },
    MOVE_MS,
  )
})

describe('a restored platform (Q-01)', () => {
  it('was backed up although files were missing, and the manifest names them', () => {
    // The attachments of the template database are not in the file folder of this test.
    expect(manifest.files).toHaveLength(1)
    expect(manifest.missing.length).toBeGreaterThan(0)
  })

  it(
    'holds every row, file and number of the source, and continues from there',
    async () => {
      const told = await restore(targetWith(t.kernel.secret), folder)
      expect(told).toMatchObject({ files: 1, applied: [], tables: Object.keys(manifest.marks).length })
      const again = await withContent(opened.db, ({ marks, sequences }) => Promise.resolve({ marks, sequences }))
      const { outbox: _, ...marks } = again.marks
      const { outbox, ...wanted } = manifest.marks
      expect({ marks, sequences: again.sequences }).toEqual({ marks: wanted, sequences: manifest.sequences })
      expect(again.marks.outbox?.rows).toBe(outbox?.rows)
      expect(await checkAudit({ db: opened.db, secret: t.kernel.secret })).toMatchObject({ ok: true })
      const { body } = (await localStore(join(dir, 'files')).read(manifest.files[0]!.key))!
      expect(Buffer.concat((await body.toArray()) as Buffer[])).toEqual(PDF)
      // Identities continue after those of the source, and foreign keys and triggers are in force again.
      const { id } = await opened.db
        .insertInto('audit_log')
        .values({ actor_type: 'system', action: 'test', result: 'ok', mac: 'm' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(id).toBeGreaterThan(Number(manifest.sequences['audit_log.id']))
      await expect(opened.pool.query('delete from audit_log')).rejects.toThrow('append-only')
      await expect(opened.pool.query('insert into user_role (user_id, role_id) values (-1, -1)')).rejects.toThrow('user_role')
      expect((await opened.pool.query('select count(*) as n from pg_constraint where condeferrable')).rows[0].n).toBe(0)
    },
    MOVE_MS,
  )

  it('sends side effects again that the source had sent', async () => {
    expect(await opened.db.selectFrom('outbox').select('state').where('key', '=', 'moved').executeTakeFirst()).toEqual({
      state: 'pending',
    })
  })
})
