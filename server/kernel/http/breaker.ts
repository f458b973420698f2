import { messages } from '../../../contract/messages.ts'
import { AppError } from '../errors.ts'

const LIMIT_MS = 2500
const FAILURES = 3
const REST_MS = 5000

export interface BreakerOptions {
  /** a call without progress for so long is given up */
  limitMs?: number
  /** failures in a row after which calls are refused at once */
  failures?: number
  /** how long calls are refused; then one caller tries again */
  restMs?: number
  /** errors that are regular answers of the service (such as "not found") and do not count as failures */
  isAnswer?: (error: unknown) => boolean
  now?: () => number
}

/** What the breaker gives to a call: `signal` aborts it; the call reports progress with `alive` (a long upload). */
export interface Guarded {
  signal: AbortSignal
  alive(): void
}

/**
 * Guards calls to an outside service (V-05): a call without progress ends after `limitMs`, and while the service is known to fail, calls
 * are refused at once. Throws 504 for a timeout, 502 for a failure; an error that `isAnswer` accepts is rethrown unchanged.
 */
export class Breaker {
  readonly #what: string
  readonly #options: Required<BreakerOptions>
  #failed = 0
  #restUntil = 0

  /** `what` names the service as users know it: 文件存储 */
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
    // While the first caller tries again, the others are still refused.
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
