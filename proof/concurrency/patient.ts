import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../user.ts'

const PATIENCE = 10
/** Sends simultaneous calls. A call refused because of overload (503, V-06) waits as long as Retry-After says and is sent again. */
export const all = (n: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(
    Array.from({ length: n }, async (_, at) => {
      let answer = await work(at)
      for (let tries = 1; answer.status === 503 && tries < PATIENCE; tries++) {
        await sleep(Number(answer.headers.get('retry-after')) * 1000)
        answer = await work(at)
      }
      return answer
    }),
  )
