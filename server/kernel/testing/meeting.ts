import type pg from 'pg'
import type { TestDatabase } from './harness.ts'

const MOST_MS = 300
const WRITES = /^\s*(insert|update|delete|with\b[\s\S]*\b(insert|update|delete)\b)/i
type Query = (...asked: unknown[]) => unknown

/**
 * Runs `work`, in which several calls arrive at once. Every transaction waits before its first write until `count` transactions have come
 * so far: all of them have then read before any of them writes. Where a lock lets only one come so far, it goes on after 300 ms.
 */
export async function meeting<T>({ database: { pool } }: { database: TestDatabase }, count: number, work: () => Promise<T>): Promise<T> {
  const come = new Set<unknown>()
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const arrive = (who: unknown) => {
    if (come.size === 0) setTimeout(open, MOST_MS)
    if (come.add(who).size >= count) open()
    return opened
  }
  const watch = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as Query
    let begun = false
    const watched: Query = (asked, ...more) => {
      const text = typeof asked === 'string' ? asked : String((asked as { text?: string }).text)
      if (/^(begin|start transaction)/i.test(text)) begun = true
      if (!begun || !WRITES.test(text)) return query(asked, ...more)
      begun = false
      return arrive(client).then(() => query(asked, ...more))
    }
    return { watched, restore: () => Object.assign(client, { query }) }
  }
  const watching = new Map<pg.PoolClient, () => void>()
  const connect = pool.connect.bind(pool)
  const watchingConnect = async () => {
    const client = await connect()
    if (!watching.has(client)) {
      const { watched, restore } = watch(client)
      Object.assign(client, { query: watched })
      watching.set(client, restore)
    }
    return client
  }
  Object.assign(pool, { connect: (callback?: never) => (callback ? connect(callback) : watchingConnect()) })
  try {
    return await work()
  } finally {
    Object.assign(pool, { connect })
    for (const restore of watching.values()) restore()
  }
}
