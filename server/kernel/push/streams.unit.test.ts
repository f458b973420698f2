import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { MOST_STREAMS, Streams } from './streams.ts'

const kernel = { goodTokens: async (tokens: readonly string[]) => new Set(tokens) } as unknown as Kernel
const actor = (userId: number): Actor => ({
  userId,
  sessionId: '',
  type: 'GR',
  name: '',
  companyId: null,
  officeId: null,
  roles: [],
  permissions: new Set(),
})
let streams: Streams
afterEach(() => streams.close())

describe('the streams of one process', () => {
  it('are limited to two thousand; further callers are told to retry later, until a stream has ended', async () => {
    streams = new Streams(kernel)
    const open = Array.from({ length: MOST_STREAMS }, (_, n) => streams.open(actor(n), `token ${n}`))
    const refusal = () => {
      try {
        streams.open(actor(MOST_STREAMS), 'one more')
      } catch (error) {
        return error
      }
      return null
    }
    expect(refusal()).toBeInstanceOf(AppError)
    expect(refusal()).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    expect(streams.count).toBe(MOST_STREAMS)
    open[0]!.destroy()
    await new Promise((gone) => open[0]!.once('close', gone))
    expect(refusal()).toBeNull()
    for (const one of open) one.destroy()
  })
  it('drop a reader that does not read, and serve the others', () => {
    streams = new Streams(kernel)
    const [deaf, hears] = [streams.open(actor(1), 'a'), streams.open(actor(2), 'b')]
    let heard = ''
    hears.on('data', (text: Buffer) => (heard += String(text)))
    for (let n = 0; n < 2000; n++) streams.tell({ name: 'task', id: `task-number-${n}` }, ({ userId }) => userId === 1)
    expect(deaf.destroyed).toBe(true)
    expect(hears.destroyed).toBe(false)
    streams.tellUsers({ name: 'notice' }, [2])
    return new Promise<void>((done) => setTimeout(done, 20)).then(() => expect(heard).toContain('event: notice'))
  })
})
