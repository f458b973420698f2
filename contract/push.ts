/** The live stream, which tells an open page to read again. Endpoint of ours, see ADR 0450. */
import { z } from 'zod'
import { get } from './endpoint.ts'

export const push = {
  /** With `Accept: text/event-stream` the response stays open; otherwise it describes the stream. */
  listen: get('/sys/push', {
    access: 'token',
    passive: true,
    polled: true,
    returns: z.object({ beatSeconds: z.number() }),
    summary: '实时提醒',
  }),
}
