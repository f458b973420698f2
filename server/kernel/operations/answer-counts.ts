import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

const STRETCH_MS = 5_000
const STRETCHES = 12

/**
 * Counts this process's answers of the last minute, those with a server error, and those that were refused on purpose under load, in
 * intervals of five seconds.
 */
export class AnswerCounts {
  readonly #now: () => number
  #stretches: { from: number; answers: number; failures: number; shed: number }[] = []

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  count(status: number, shed = false): void {
    const from = Math.floor(this.#now() / STRETCH_MS) * STRETCH_MS
    let last = this.#stretches.at(-1)
    if (last?.from !== from) {
      last = { from, answers: 0, failures: 0, shed: 0 }
      this.#stretches = [...this.#stretches.slice(1 - STRETCHES), last]
    }
    last.answers++
    if (status >= 500) last[shed ? 'shed' : 'failures']++
  }

  lastMinute(): { answers: number; failures: number; shed: number } {
    const since = this.#now() - STRETCH_MS * STRETCHES
    const recent = this.#stretches.filter(({ from }) => from > since)
    return {
      answers: recent.reduce((sum, { answers }) => sum + answers, 0),
      failures: recent.reduce((sum, { failures }) => sum + failures, 0),
      shed: recent.reduce((sum, { shed }) => sum + shed, 0),
    }
  }
}

export const answerCounts = perKernel(() => new AnswerCounts())

/** Call before the routes are registered: a hook applies only to routes that are registered after it. */
export function countAnswers(http: FastifyInstance, k: Kernel): void {
  const counts = answerCounts(k)
  http.addHook('onResponse', (request, reply, done) => {
    counts.count(reply.statusCode, request.shed)
    done()
  })
}
