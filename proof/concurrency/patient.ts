import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../user.ts'

const PATIENCE = 10
/** Sent together by people who do as they are told: refused for the crowd (503, V-06), each waits as long as Retry-After says and sends the same again. */
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
