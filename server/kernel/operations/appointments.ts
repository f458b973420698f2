/**
 * Tells refused callers when to come back. They come one after the other, `perSecond` in each second, in the order of their refusal, and
 * not all at the same moment: otherwise most would be refused again, and the server would have nothing to do in between.
 */
export class Appointments {
  readonly #perSecond: number
  readonly #furthest: number
  #second = 0
  #given = 0

  /** `furthest`: nobody is told to wait longer than this many seconds. */
  constructor(perSecond: number, furthest: number) {
    this.#perSecond = perSecond
    this.#furthest = furthest
  }

  /** Seconds for Retry-After. `now`: ms of a monotonic clock. */
  next(now: number): number {
    const present = Math.floor(now / 1000)
    if (this.#second <= present) this.#turn(present + 1)
    else if (this.#given >= this.#perSecond && this.#second < present + this.#furthest) this.#turn(this.#second + 1)
    this.#given += 1
    return this.#second - present
  }

  #turn(second: number): void {
    this.#second = second
    this.#given = 0
  }
}
