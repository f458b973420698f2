import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Cluster {
  url: (database: string) => string
  stop: () => Promise<void>
  /** Stops the server and keeps `data`, so that other clusters can start from it; `stop` removes it. */
  halt: () => Promise<void>
  /** its data folder */
  data: string
  /** process id of the first postmaster */
  pid: number
  /** folder of its unix socket */
  dir: string
  /** the postmaster (a new one after `restart`) and the processes that serve connections */
  processes: () => { postmaster: number; children: number[] }
  /** Starts the server again on its data after it was killed. */
  restart: () => Promise<void>
}

/** Folder with the newest installed PostgreSQL ≥ 15 server programs, or undefined. */
export async function findPostgres(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? (await readdir(root))
        .map(Number)
        .filter((version) => version >= 15)
        .sort((a, b) => a - b)
    : []
  return versions.map((version) => join(root, String(version), 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/**
 * Starts a temporary PostgreSQL, reachable through its unix socket only; as root it runs as the user postgres, because the server refuses
 * root. It ends with this process. `settings` are server parameters; `from` is the data of a halted cluster, which is copied; `on` says
 * where the data lies. Throws when no server is installed.
 */
export async function startCluster(
  settings: Record<string, string> = {},
  from?: string,
  on: 'memory' | 'disk' = 'memory',
): Promise<Cluster> {
  const bin = await findPostgres()
  if (!bin) throw new Error('没有找到 PostgreSQL 15 或更高版本，请安装：apt-get install postgresql')
  // Use memory where possible: the server keeps fsync on, and the tests should not wait for a disk.
  const dir = await mkdtemp(join(on === 'memory' && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'qifu-pg-'))
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined
  if (owner) await chown(dir, owner.uid, owner.gid)
  await chmod(dir, 0o700)
  const data = join(dir, 'data')
  if (from) execFileSync('cp', ['-a', from, data])
  else
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
      ...owner,
      cwd: dir,
      stdio: 'ignore',
    })
  const parameters = Object.entries({
    listen_addresses: '',
    unix_socket_directories: dir,
    max_connections: '200',
    timezone: 'UTC',
    ...settings,
  })
  const asOwner = owner ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  let said = ''
  const launch = () => {
    const child = spawn(
      'setpriv',
      [
        ...asOwner,
        '--pdeathsig',
        'INT',
        join(bin, 'postgres'),
        '-D',
        data,
        ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    child.stderr.on('data', (part) => {
      said = (said + part).slice(-4000)
    })
    return child
  }
  const ended = () => server.exitCode !== null || server.signalCode !== null
  let server = launch()
  const url = (database: string) => `postgres://postgres@${encodeURIComponent(dir)}/${database}`
  const halt = async () => {
    if (ended()) return
    const over = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGCONT')
    server.kill('SIGINT')
    await over
  }
  const stop = async () => {
    await halt()
    await rm(dir, { recursive: true, force: true })
  }
  const ready = async (again: boolean) => {
    for (let tries = 0; ; tries++) {
      if (await answers(url('postgres'))) return
      // The children of a killed postmaster keep its memory for a moment.
      if (ended() && again && tries < 300) server = launch()
      else if (ended() || tries >= 300) {
        await stop()
        throw new Error(`PostgreSQL did not start: ${said}`)
      }
      await sleep(100)
    }
  }
  await ready(false)
  const processes = () => ({ postmaster: server.pid!, children: childrenOf(server.pid!) })
  return { url, stop, halt, data, pid: server.pid!, dir, processes, restart: () => ready(true) }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const postgresUser = () => {
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
