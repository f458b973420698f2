const LATE_SHARE = 0.05
const WINDOW_MS = 250
const MOST = 1024
/** One caller never holds more than this share of the places, so that nobody alone shuts everybody else out. */
const OWN_SHARE = 0.75
/** All callers of one address hold at most this share: a whole office may be behind it, but so may somebody with many invented tokens. */
const ADDRESS_SHARE = 0.9

/** `name`: the session of a call, or its address when it has none that is known to be valid (callers.ts). */
export interface Caller {
  name: string
  address: string
}

export interface AdmissionOptions {
  /** so many calls at once are admitted when none has been late; even with the slowest usual call they finish in time */
  burst: number
  /** ms after which a call counts as late */
  lateMs: number
  /** so many are admitted at a time however slow the calls are */
  least: number
}

/**
 * Limits how many calls are served at the same time, and adapts to their duration: while more than one in twenty is late, fewer are
 * admitted, so that the admitted ones are answered in time; afterwards more again. At rest, a burst smaller than `burst` is never refused.
 */
export class Admission {
  #inside = 0
  readonly #held = new Map<string, number>()
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

  /**
   * `now`: ms of a monotonic clock; `who`: the caller, where one is known. False: refuse the call, and do not call `leave`.
   */
  enter(now: number, who?: Caller): boolean {
    if (!this.room(now, who)) return false
    this.#inside += 1
    for (const holder of holders(who)) this.#held.set(holder, this.#of(holder) + 1)
    return true
  }

  /** Whether `enter` would return true. */
  room(now: number, who?: Caller): boolean {
    this.#turn(now)
    // The places of one caller who asks too much say nothing about how many the server can serve.
    if (who && this.#of(callerOf(who)) >= this.#limit * OWN_SHARE) return false
    const full = this.#isFull() || (who !== undefined && this.#of(addressOf(who)) >= this.#limit * ADDRESS_SHARE)
    if (full) this.#full = true
    return !full
  }

  /**
   * What a caller or an address holds above its share, admitted while there were more places, keeps nobody else out: otherwise fifty slow
   * calls of one would take all places as soon as these get fewer.
   */
  #isFull(): boolean {
    if (this.#inside < this.#limit) return false
    let [ofCallers, ofAddresses] = [0, 0]
    for (const [holder, held] of this.#held)
      if (holder.startsWith(CALLER)) ofCallers += Math.max(0, held - Math.floor(this.#limit * OWN_SHARE))
      else ofAddresses += Math.max(0, held - Math.floor(this.#limit * ADDRESS_SHARE))
    return this.#inside - Math.max(ofCallers, ofAddresses) >= this.#limit
  }

  /** Call when an admitted call has its answer, with the same caller. */
  leave(who?: Caller): void {
    this.#inside -= 1
    for (const holder of holders(who)) {
      const left = this.#of(holder) - 1
      if (left > 0) this.#held.set(holder, left)
      else this.#held.delete(holder)
    }
  }

  #of(holder: string): number {
    return this.#held.get(holder) ?? 0
  }

  /** Reports that a call took `took` ms, here or at a door with priority over this one. */
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

const CALLER = 'caller '
const callerOf = ({ name }: Caller) => `${CALLER}${name}`
const addressOf = ({ address }: Caller) => `address ${address}`
const holders = (who: Caller | undefined) => (who ? [callerOf(who), addressOf(who)] : [])
