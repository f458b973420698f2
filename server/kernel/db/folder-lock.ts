import { createHash } from 'node:crypto'
import { readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseRefused } from './types.ts'

const BEAT_MS = 2000
const PID_FILE = 'qifu.pid'

type Holder = { pid: number; host: string }

/**
 * Allows one process per data folder: PGlite has no lock of its own, and two processes on one folder corrupt it. The lock is an abstract
 * unix socket named after the real path; it vanishes with the process, also after kill -9. The pid file beside the data, touched every 2 s,
 * covers a holder in another network namespace or on another host of a shared volume. Throws DatabaseRefused that names the holder's pid.
 * Returns the release function.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const real = await realpath(folder)
  const socketName = `\0qifu-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`
  const pidFile = join(real, PID_FILE)
  const socket = await listen(socketName)
  if (!socket) throw refusal(real, (await askPid(socketName)) ?? (await readHolder(pidFile))?.pid)
  const left = await readHolder(pidFile)
  if (left && (await beats(pidFile, left))) {
    socket.close()
    throw refusal(real, left.pid, left.host)
  }
  await writeFile(pidFile, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder))
  const timer = setInterval(() => void utimes(pidFile, new Date(), new Date()).catch(() => {}), BEAT_MS).unref()
  return async () => {
    clearInterval(timer)
    await rm(pidFile, { force: true })
    await new Promise((resolve) => socket.close(resolve))
  }
}

const refusal = (folder: string, pid?: number, host?: string) =>
  new DatabaseRefused(
    `数据目录 ${folder} 正被另一个进程使用（进程号 ${pid ?? '未知'}${host && host !== hostname() ? `，主机 ${host}` : ''}）。`
      + '请先停止该进程，或用 DATA_DIR 指定另一个目录。',
  )

const listen = (name: string) =>
  new Promise<Server | null>((resolve, reject) => {
    const server = createServer((peer) => peer.on('error', () => {}).end(String(process.pid)))
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(name, () => resolve(server))
  })

const askPid = (name: string) =>
  new Promise<number | undefined>((resolve) => {
    let text = ''
    connect(name)
      .setTimeout(1000, () => resolve(undefined))
      .on('data', (part) => {
        text += part
      })
      .on('error', () => resolve(undefined))
      .on('close', () => resolve(Number(text) || undefined))
  })

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/**
 * Whether the holder touches its pid file. Our socket name was free, so a live holder uses another set of sockets. One beat is enough to
 * tell; when the pid is dead on this host, there is no wait.
 */
async function beats(file: string, holder: Holder): Promise<boolean> {
  if (holder.host === hostname() && !isAlive(holder.pid)) return false
  const touched = async () => (await stat(file).catch(() => undefined))?.mtimeMs
  const before = await touched()
  if (before === undefined || Date.now() - before > 10 * BEAT_MS) return false
  await sleep(BEAT_MS * 1.5)
  return (await touched()) !== before
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
