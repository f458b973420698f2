import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromDatabase } from '../errors.ts'
import { testLog } from '../testing/config.ts'
import { emptyTarget, testEngine } from '../testing/harness.ts'
import { openDatabase, type OpenedDatabase } from './index.ts'
import type { WatchedPool } from './watched-pool.ts'

/** A connection to the server that can be cut silently: sent data then arrives nowhere, and neither side gets an error. */
async function wireTo(url: string) {
  const { hostname, pathname, username } = new URL(url)
  const target = `${decodeURIComponent(hostname)}/.s.PGSQL.5432`
  let deaf = false
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (part) => deaf || to.write(part))
      from.on('error', () => {})
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    deafen: (now: boolean) => {
      deaf = now
    },
    close: () => {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}

describe.runIf(testEngine === 'postgres')('a database that stops answering (V-05)', () => {
  let wire: Awaited<ReturnType<typeof wireTo>>
  let opened: OpenedDatabase
  beforeAll(async () => {
    const { url } = await emptyTarget()
    wire = await wireTo(url!)
    opened = await openDatabase({ url: wire.url, dataDir: '', poolMax: 2, log: testLog })
    ;(opened.pool as WatchedPool).watch()
    await sleep(1000)
  })
  afterAll(async () => {
    wire.deafen(false)
    await opened.close()
    wire.close()
  })
  const took = async (work: Promise<unknown>) => {
    const from = performance.now()
    const error = await work.then(
      () => null,
      (e: unknown) => e,
    )
    return { ms: performance.now() - from, code: fromDatabase(error)?.code ?? error }
  }

  it('fails running and waiting queries within three seconds, then every caller at once, and recovers within two', async () => {
    await opened.pool.query('select 1')
    // One client is checked out without a running query: losing it must not end the process.
    const held = await opened.pool.connect()
    // One query runs; the others wait for a connection.
    wire.deafen(true)
    const caught = await Promise.all([1, 2, 3].map(() => took(opened.pool.query('select 1')))).finally(() => held.release(true))
    for (const { ms, code } of caught) expect({ code, late: ms > 3000 }).toEqual({ code: 'BUSY', late: false })
    expect(await took(opened.pool.query('select 1'))).toMatchObject({ code: 'BUSY' })
    expect((await took(opened.pool.query('select 1'))).ms).toBeLessThan(100)
    wire.deafen(false)
    await expect
      .poll(
        () =>
          opened.pool.query('select 1').then(
            () => true,
            () => false,
          ),
        { timeout: 4000 },
      )
      .toBe(true)
  })

  it('a long statement is not mistaken for it', async () => {
    await opened.pool.query('select pg_sleep(2.5)')
    await sleep(100)
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
