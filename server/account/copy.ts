import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { MyData } from '../../contract/account-data.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import type { Actor } from '../kernel/actor.ts'
import { collectPersonal, type PersonalRows } from '../kernel/access/personal-data.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { keepMade, removeFiles, storeOf, withTemporary } from '../kernel/files/files.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import { readTask } from '../kernel/jobs/task.ts'
import { runsTask, startTask, type TaskContext } from '../kernel/jobs/task-runner.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { INSTANT, toCell } from '../kernel/sheet/cell.ts'
import { writeSheet } from '../kernel/sheet/write.ts'
import { askRecentLogIn } from '../identity/index.ts'
import { uploadsOf } from './uploads.ts'

/** Kind of the task, and type of the record that the file belongs to. */
export const MY_DATA = 'myData'
const KEEP_DAYS = 7
const COLUMN_WIDTH = 24
/** Uploads above this total size are named in the copy but not packed into it. */
const MOST_FILE_BYTES = 200 << 20

export function joinCopies(k: Kernel): void {
  runsTask(k, MY_DATA, (context) => makeCopy(k, context))
  fileOwner(k, MY_DATA, async (actor, taskId) => {
    if ((await readTask(k.db, taskId))?.ownerId !== actor.userId) return false
    // The file stays for a week: whoever finds an open page must not carry it away either.
    await askRecentLogIn(k, actor)
    return true
  })
  recurring(k, { name: 'account.copies', title: '清理过期的个人数据副本', cron: '52 3 * * *' }, () => sweepCopies(k))
}

/** Starts the task that makes a copy of a person's data; a person has at most one such task at a time. */
export async function startCopy(k: Kernel, call: Call, actor: Actor): Promise<{ taskId: string }> {
  await askRecentLogIn(k, actor)
  return k.db.transaction().execute(async (db) => {
    // Locks the account's row, so that two clicks start only one task.
    await db.selectFrom('sys_user').select('id').where('id', '=', actor.userId).forUpdate().execute()
    const running = await db
      .selectFrom('task')
      .select('id')
      .where('kind', '=', MY_DATA)
      .where('owner_id', '=', actor.userId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (running) throw refused('副本正在生成，请稍候', 'COPY_RUNNING')
    const taskId = await startTask(db, { kind: MY_DATA, ownerId: actor.userId, params: { name: actor.name } })
    await audit(db, call, { action: 'user.copy', objectType: 'user', objectId: actor.userId, detail: {} })
    return { taskId }
  })
}

/** A person's latest copy of the last seven days, with its file if that still exists. */
export async function lastCopy(k: Kernel, actor: Actor): Promise<MyData['copy']> {
  const task = await k.db
    .selectFrom('task')
    .select(['id', 'state', 'done', 'total', 'created_at'])
    .where('kind', '=', MY_DATA)
    .where('owner_id', '=', actor.userId)
    .where('created_at', '>', new Date(k.clock.now().getTime() - KEEP_DAYS * 86_400_000).toISOString())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!task) return null
  const file = await k.db
    .selectFrom('file')
    .select(['key', 'name'])
    .where('object_type', '=', MY_DATA)
    .where('object_id', '=', task.id)
    .executeTakeFirst()
  const { id, state, done, total, created_at } = task
  return { taskId: id, state, done, total, createTime: created_at, filePath: file?.key ?? null, fileName: file?.name ?? null }
}

/** Writes the zip file: data.json with everything, a sheet per kind of data, and the files that the person uploaded. */
async function makeCopy(k: Kernel, { task, progress }: TaskContext): Promise<Record<string, unknown>> {
  const userId = task.ownerId!
  const kinds = await collectPersonal(k.db, userId)
  const files = await uploadsOf(k, userId, MOST_FILE_BYTES)
  const total = kinds.length + files.packed.length
  await progress({ done: 0, total })
  const zip = new ZipFile()
  return withTemporary(k, async (path) => {
    const written = pipeline(zip.outputStream as NodeJS.ReadableStream, createWriteStream(path))
    const said = {
      生成时间: k.clock.now().toISOString(),
      数据: Object.fromEntries(kinds.map(({ title, rows }) => [title, rows])),
      未装入的文件: files.left,
    }
    zip.addBuffer(Buffer.from(JSON.stringify(said, shanghaiTimes, 2)), 'data.json')
    let done = 0
    for (const kind of kinds) {
      zip.addBuffer(await sheetOf(k, kind), `表格/${kind.title}.xlsx`)
      await progress({ done: ++done })
    }
    const store = await storeOf(k)
    for (const { key, name } of files.packed) {
      const file = await store.read(key)
      if (file) zip.addReadStream(file.body, `文件/${key.slice(0, 8)}_${safeName(name)}`)
      await progress({ done: ++done })
    }
    zip.end()
    await written
    const made = { ownerId: userId, bizType: MY_DATA, objectType: MY_DATA, objectId: task.id }
    return {
      ...(await keepMade(k, path, { name: `我的数据_${dateOf(k.clock.now()).replaceAll('-', '')}.zip`, mime: 'application/zip', ...made })),
    }
  })
}
/** Writes times in Shanghai time with the offset, so that programs read the same instant. */
const shanghaiTimes = (_key: string, value: unknown) =>
  typeof value === 'string' && INSTANT.test(value) ? `${shanghaiTime(Date.parse(value))}+08:00` : value
const safeName = (name: string) => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-120)

async function sheetOf(k: Kernel, { title, rows }: PersonalRows): Promise<Buffer> {
  const columns = Object.keys(rows[0] ?? {})
  return withTemporary(k, async (path) => {
    const writer = writeSheet(path, { name: title.slice(0, 30), columns: columns.map(() => ({ width: COLUMN_WIDTH })) })
    try {
      await writer.write([columns])
      for (let at = 0; at < rows.length; at += 200)
        await writer.write(rows.slice(at, at + 200).map((row) => columns.map((column) => toCell(row[column]))))
      await writer.end()
      return await readFile(path)
    } finally {
      await writer.abort()
    }
  })
}

async function sweepCopies(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - KEEP_DAYS * 86_400_000).toISOString()
  const old = await k.db.selectFrom('file').select('key').where('object_type', '=', MY_DATA).where('created_at', '<', before).execute()
  await removeFiles(
    k,
    old.map(({ key }) => key),
  )
}
