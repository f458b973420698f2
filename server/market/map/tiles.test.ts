import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { png } from '../../kernel/testing/samples.ts'

const clock = movableClock()
let t: TestApp
let service: Server
/** what the map service answers next, and the addresses at which it was asked */
let answer: { status: number; type: string; body: Buffer }
const asked: string[] = []
beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  t = await testApp({ clock, env: { MAP_TILES: `http://127.0.0.1:${port}/wmts?tk=secret-key&z={z}&x={x}&y={y}` } })
})
afterAll(() => new Promise((resolve) => service.close(resolve)))

const tile = (query: object, app = t) => app.as(null).get('/map/tiles', { ...query })
/** the tile that holds the middle of the county */
const middle = async (z: number) => {
  const [west, south, east, north] = (await t.as(null).get('/market/map/base')).body.data.bounds as [number, number, number, number]
  const lat = (((south + north) / 2) * Math.PI) / 180
  return {
    z,
    x: Math.floor((((west + east) / 2 + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * 2 ** z),
  }
}

describe('底图', () => {
  it('has no tile far away, out of range or when the service gives none; nothing far away is fetched', async () => {
    const picture = await png()
    answer = { status: 200, type: 'image/png', body: picture }
    expect((await tile({ z: 17, x: 1, y: 1 })).body.fields?.[0]?.path).toBe('z')
    expect((await tile({ z: 10, x: 1 })).body.fields?.[0]?.path).toBe('y')
    expect((await tile({ z: 12, x: 1, y: 1 })).body).toMatchObject({ code: 'NOT_FOUND', msg: '底图暂时取不到' })
    expect(asked).toEqual([])
    const near = await middle(10)
    for (const none of [
      { status: 418, type: 'image/png', body: picture },
      { status: 200, type: 'text/html', body: Buffer.from('<p>配额用完</p>') },
      { status: 200, type: 'image/png', body: Buffer.alloc(600 << 10) },
    ]) {
      answer = none
      expect((await tile(near)).body.code, `${none.status} ${none.type}`).toBe('NOT_FOUND')
    }
  })

  it('is fetched by the server once a month for all visitors; the key of the service stays here', async () => {
    const picture = await png()
    answer = { status: 200, type: 'image/png; charset=binary', body: picture }
    const near = await middle(12)
    asked.length = 0
    for (const _ of [1, 2]) {
      const { status, headers, raw } = await tile(near)
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
      expect(raw.equals(picture)).toBe(true)
      expect(JSON.stringify(headers)).not.toContain('secret-key')
    }
    expect(asked).toEqual([`/wmts?tk=secret-key&z=12&x=${near.x}&y=${near.y}`])
    expect((await t.as(null).get('/market/map/base')).body.data.tiles).toBe(true)
    // Kept on disk: a service that is down does not matter until the tile is old.
    answer = { status: 500, type: 'text/plain', body: Buffer.from('down') }
    expect((await tile(near)).status).toBe(200)
    clock.advance(31 * 86_400_000)
    expect((await tile(near)).body.code).toBe('NOT_FOUND')
    expect(asked).toHaveLength(2)
  })

  it('has no tile without a map service', async () => {
    const without = await testApp()
    expect((await tile(await middle(10), without)).body.code).toBe('NOT_FOUND')
    expect((await without.as(null).get('/market/map/base')).body.data.tiles).toBe(false)
  })
})
