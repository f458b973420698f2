import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testLog } from '../testing/config.ts'
import { lockFolder } from './folder-lock.ts'
import { openDatabase } from './index.ts'

let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qifu-lock-'))
  children = []
})
afterEach(async () => {
  for (const child of children) await killed(child)
  await rm(folder, { recursive: true, force: true })
})

/** Starts another process with `script` (an ES module, in the project's folder) and waits for its first line. */
async function another(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${script}; console.log('ready'); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    child.stdout!.once('data', resolve)
    child.once('exit', (code) => reject(new Error(`exit ${code}`)))
  })
  return child
}
const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
const holder = () =>
  another(`const { lockFolder } = await import('./server/kernel/db/folder-lock.ts'); await lockFolder(${JSON.stringify(folder)})`)

describe('folder lock', () => {
  it('refuses a second process and names the first', async () => {
    const first = await holder()
    await expect(lockFolder(folder)).rejects.toThrow(`正被另一个进程使用（进程号 ${first.pid}）`)
  })

  it('refuses the same process a second time, until it releases the lock', async () => {
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`进程号 ${process.pid}`)
    await release()
    await (
      await lockFolder(folder)
    )()
  })

  it('takes over at once from a holder that was killed', async () => {
    const first = await holder()
    await killed(first)
    expect(JSON.parse(await readFile(join(folder, 'qifu.pid'), 'utf8'))).toMatchObject({ pid: first.pid })
    const started = Date.now()
    const release = await lockFolder(folder)
    expect(Date.now() - started).toBeLessThan(1000)
    expect(JSON.parse(await readFile(join(folder, 'qifu.pid'), 'utf8'))).toMatchObject({ pid: process.pid })
    await release()
  })

  it('refuses while a holder on another host is alive, and takes over when it is not', async () => {
    const pidFile = join(folder, 'qifu.pid')
    await writeFile(pidFile, JSON.stringify({ pid: 4242, host: 'elsewhere' }))
    const beat = setInterval(() => void utimes(pidFile, new Date(), new Date()), 500)
    await expect(lockFolder(folder)).rejects.toThrow('进程号 4242，主机 elsewhere')
    clearInterval(beat)
    await (
      await lockFolder(folder)
    )()
  }, 20_000)
})

describe('embedded database', () => {
  it('is refused to a second process, and keeps committed data when the first is killed', async () => {
    const first = await another(`
      const { openDatabase } = await import('./server/kernel/db/index.ts')
      const { pool } = await openDatabase({ dataDir: ${JSON.stringify(folder)}, log: console })
      await pool.query('create table kept (n int)')
      await pool.query('insert into kept select generate_series(1, 1000)')
      await pool.query('begin'); await pool.query('insert into kept values (0)')`)
    await expect(openDatabase({ dataDir: folder, log: testLog })).rejects.toThrow(`进程号 ${first.pid}`)
    await killed(first)
    const opened = await openDatabase({ dataDir: folder, log: testLog })
    const { rows } = await opened.pool.query('select count(*) as n, min(n) as least from kept')
    await opened.close()
    expect(rows).toEqual([{ n: 1000, least: 1 }])
  }, 60_000)
})
