import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { makeBackup } from '../transfer/backup.ts'
import { TransferRefused } from '../transfer/load.ts'
import { privateSocketDir } from './kernel/db/index.ts'
import { storeOf } from './kernel/files/files.ts'
import type { Kernel } from './kernel/kernel.ts'

/**
 * Answers `npm run backup` for the embedded database, which only this process can open. Only the user of the process can open the
 * socket; each side sends one line of JSON. The socket closes with the kernel.
 */
export async function answerBackups(k: Kernel): Promise<void> {
  if (k.engine !== 'pglite') return
  const path = await socketOf(k.config.DATA_DIR)
  await rm(path, { force: true })
  const server = createServer((peer) => {
    peer.on('error', () => {})
    void answer(k, peer).catch((error: unknown) => {
      k.log.error({ err: error }, 'backup failed')
      peer.end(`${JSON.stringify({ refused: error instanceof TransferRefused ? error.message : `备份失败：${String(error)}` })}\n`)
    })
  })
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  k.onClose(() => {
    server.close()
  })
}

export interface BackupTold {
  tables: number
  rows: number
  files: number
  missing: string[]
}

async function answer(k: Kernel, peer: Socket): Promise<void> {
  const { folder } = JSON.parse(await lineFrom(peer)) as { folder: string }
  if (!isAbsolute(folder)) throw new TransferRefused('备份目录应为绝对路径')
  const store = await storeOf(k)
  const keyFile = k.config.SECRET_KEY ? undefined : join(k.config.DATA_DIR, 'secret.key')
  const made = await makeBackup({ db: k.db, engine: k.engine, store, secret: k.secret, ...(keyFile ? { keyFile } : {}) }, folder)
  k.log.info({ folder }, 'backup made')
  peer.end(`${JSON.stringify(toldOf(made))}\n`)
}

export const toldOf = ({ marks, files, missing }: Awaited<ReturnType<typeof makeBackup>>): BackupTold => ({
  tables: Object.keys(marks).length,
  rows: Object.values(marks).reduce((sum, { rows }) => sum + rows, 0),
  files: files.length,
  missing,
})

/** Asks the process that uses the data folder for a backup; null when no process answers. Throws TransferRefused with the reason. */
export async function askForBackup(dataDir: string, folder: string): Promise<BackupTold | null> {
  const peer = connect(await socketOf(dataDir))
  try {
    await once(peer, 'connect')
  } catch {
    return null
  }
  peer.write(`${JSON.stringify({ folder })}\n`)
  const told = JSON.parse(await lineFrom(peer)) as BackupTold | { refused: string }
  if ('refused' in told) throw new TransferRefused(told.refused)
  return told
}

const socketOf = async (dataDir: string) => join(await privateSocketDir(join(dataDir, 'db')), 'backup')

async function lineFrom(peer: Socket): Promise<string> {
  let text = ''
  for await (const part of peer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += part.toString()
    if (text.includes('\n')) return text
  }
  throw new Error('connection ended')
}
