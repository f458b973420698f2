/** The live stream: tells an open page that it should look again. Endpoint of ours, see ADR 0450. */
import { z } from 'zod'
import { get } from './endpoint.ts'

export const push = {
  /** With `Accept: text/event-stream` the answer stays open; asked otherwise it says how the stream behaves. */
  listen: get('/sys/push', {
    access: 'token',
    passive: true,
    polled: true,
    returns: z.object({ beatSeconds: z.number() }),
    summary: '实时提醒',
  }),
}
