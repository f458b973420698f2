const LATE_SHARE = 0.05
const WINDOW_MS = 250
const MOST = 1024

export interface AdmissionOptions {
  /** so many at once are served when nothing has been late: with the slowest call that is usual, still in time */
  burst: number
  /** ms that a call may take before it counts as late */
  lateMs: number
  /** so many are served at a time however slow it is */
  least: number
}

/**
 * How many calls are served at the same time. It learns from how long they take: while more than one in twenty is late, fewer are admitted, so that
 * those answered are answered in time; afterwards more again. A burst that is smaller than `burst` is never refused at rest.
 */
export class Admission {
  #inside = 0
  #limit: number
  #calls = 0
  #late = 0
  #full = false
  #since: number
  readonly #options: AdmissionOptions

  constructor(now: number, options: AdmissionOptions) {
    this.#since = now
    this.#options = options
    this.#limit = options.burst
  }

  get limit(): number {
    return this.#limit
  }

  /** `now` in ms of any clock that does not jump. False: refuse the call, and do not call `leave`. */
  enter(now: number): boolean {
    if (!this.room(now)) return false
    this.#inside += 1
    return true
  }

  /** Whether `enter` would be true. */
  room(now: number): boolean {
    this.#turn(now)
    if (this.#inside < this.#limit) return true
    this.#full = true
    return false
  }

  /** An admitted call has its answer. */
  leave(): void {
    this.#inside -= 1
  }

  /** Some call, here or at a door that goes before this one, took so many ms. */
  saw(now: number, took: number): void {
    this.#calls += 1
    if (took > this.#options.lateMs) this.#late += 1
    this.#turn(now)
  }

  #turn(now: number): void {
    if (now - this.#since < WINDOW_MS) return
    const share = this.#calls ? this.#late / this.#calls : 0
    if (share > LATE_SHARE) this.#limit = Math.max(this.#options.least, this.#limit * (share > 0.5 ? 0.5 : 0.8))
    else if (this.#limit < this.#options.burst || this.#full) this.#limit = Math.min(MOST, this.#limit * 1.1)
    this.#since = now
    this.#calls = 0
    this.#late = 0
    this.#full = false
  }
}
