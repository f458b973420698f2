import { messages } from '../../../contract/messages.ts'
import { AppError } from '../errors.ts'

const LIMIT_MS = 2500
const FAILURES = 3
const REST_MS = 5000

export interface BreakerOptions {
  /** without a sign of life for so long the call is given up */
  limitMs?: number
  /** failures in a row after which nobody is kept waiting */
  failures?: number
  /** for so long callers are refused at once; then one of them tries */
  restMs?: number
  /** answers of the service itself that say no, and are no failure of it */
  isAnswer?: (error: unknown) => boolean
  now?: () => number
}

/** What a call hands its breaker: `signal` ends it, `alive` says that something arrived or left (a long upload). */
export interface Guarded {
  signal: AbortSignal
  alive(): void
}

/**
 * Guards calls to a service outside (V-05): nobody waits longer than `limitMs` without a sign of life, and while the service is known to fail
 * nobody waits at all. Throws 504 when it was too late, 502 when it failed or is known to; what `isAnswer` accepts is thrown on as it is.
 */
export class Breaker {
  readonly #what: string
  readonly #options: Required<BreakerOptions>
  #failed = 0
  #restUntil = 0

  /** `what` is the service as users know it: 文件存储 */
  constructor(what: string, options: BreakerOptions = {}) {
    this.#what = what
    this.#options = {
      limitMs: LIMIT_MS,
      failures: FAILURES,
      restMs: REST_MS,
      isAnswer: () => false,
      now: () => performance.now(),
      ...options,
    }
  }

  async run<T>(work: (guarded: Guarded) => Promise<T>): Promise<T> {
    if (this.#options.now() < this.#restUntil) throw this.#down()
    // Whoever comes while the first one tries is refused as before.
    if (this.#failed >= this.#options.failures) this.#rest()
    const stop = new AbortController()
    let give = () => {}
    const late = new Promise<never>((_, reject) => {
      give = () => {
        reject(new AppError(504, 'UPSTREAM_LATE', `${this.#what}没有应答，请稍后重试`))
        stop.abort()
      }
    })
    let timer = setTimeout(give, this.#options.limitMs)
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(give, this.#options.limitMs)
    }
    try {
      const result = await Promise.race([work({ signal: stop.signal, alive }), late])
      this.#failed = this.#restUntil = 0
      return result
    } catch (error) {
      if (this.#options.isAnswer(error)) {
        this.#failed = this.#restUntil = 0
        throw error
      }
      this.#failed += 1
      if (this.#failed >= this.#options.failures) this.#rest()
      throw error instanceof AppError ? error : this.#down(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #rest(): void {
    this.#restUntil = this.#options.now() + this.#options.restMs
  }

  #down(cause?: unknown): AppError {
    return Object.assign(new AppError(502, 'UPSTREAM', messages.serverUpdating), { cause })
  }
}
