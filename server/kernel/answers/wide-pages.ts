import { askedBy } from '../access/asking.ts'
import { gate } from '../access/queued-admission.ts'
import type { Call } from '../kernel.ts'

/**
 * A page with more rows than this is wide. Nobody reads so many rows; they are loaded at once to be searched in the browser (9000 at most,
 * I-04).
 */
export const WIDE = 500
/** While the database reads the rows of one page, the rows of the other are built; a third would only use memory. */
const inTurn = gate(2, 100)

/** Before validation, so it can be anything; what is no number is refused later. */
function sizeOf(input: unknown): number {
  const size = (input as { pageSize?: unknown } | null | undefined)?.pageSize
  return (typeof size === 'string' || typeof size === 'number') && Number(size) > 0 ? Number(size) : 0
}

/** Builds wide pages two at a time, in turn between the callers (503 for the 103rd); all other pages at once. */
export const inPageOrder = <T>(
  call: Pick<Call, 'actor' | 'ip'>,
  request: { query: unknown; body: unknown },
  work: () => Promise<T>,
): Promise<T> => (Math.max(sizeOf(request.query), sizeOf(request.body)) > WIDE ? askedBy(call, () => inTurn(work)) : work())

/**
 * A page of `total` rows that is too large to build at once. It is read, checked and written in stretches of at most WIDE rows, and each
 * stretch is released before the next is read. A handler of an endpoint that returns `page(…)` may return it instead.
 */
export class WidePage<T> {
  readonly total: number
  readonly stretches: AsyncIterable<T[]>
  constructor(total: number, stretches: AsyncIterable<T[]>) {
    this.total = total
    this.stretches = stretches
  }
}

/** Reads the items for `all` (such as ids) in stretches, keeping their order; `read` leaves out a row that was deleted meanwhile. */
export async function* inStretches<A, T>(all: readonly A[], read: (some: A[]) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += WIDE) yield await read(all.slice(from, from + WIDE))
}

/**
 * Turns a page of more than WIDE rows that a handler built whole into stretches for the steps that follow. Other results are returned
 * unchanged.
 */
export function asWide(result: unknown): unknown {
  const { total, list } = (result ?? {}) as { total?: unknown; list?: unknown }
  if (!Array.isArray(list) || list.length <= WIDE || typeof total !== 'number' || Object.keys(result as object).length > 2) return result
  return new WidePage(
    total,
    inStretches(list, async (some) => some),
  )
}

/** For callers in the same process: the whole page as an ordinary result. */
export async function gathered({ total, stretches }: WidePage<unknown>): Promise<{ total: number; list: unknown[] }> {
  const list: unknown[] = []
  for await (const stretch of stretches) list.push(...stretch)
  return { total, list }
}

/** The envelope of a result as bytes, in order. The rows of a page are written into buffers that are passed on when full. */
export async function answerBytes(result: unknown): Promise<Buffer[]> {
  if (!(result instanceof WidePage)) return [Buffer.from(JSON.stringify({ success: true, data: result ?? null }))]
  const answer = new Pieces()
  let before = `{"success":true,"data":{"total":${result.total},"list":[`
  for await (const stretch of result.stretches)
    for (const row of stretch) {
      answer.write(before + JSON.stringify(row))
      before = ','
    }
  answer.write(before === ',' ? ']}}' : `${before}]}}`)
  return answer.end()
}

const PIECE = 256 << 10

class Pieces {
  #full: Buffer[] = []
  #open = Buffer.allocUnsafe(PIECE)
  #at = 0

  write(text: string): void {
    // A code unit takes three bytes at most.
    if (this.#at + text.length * 3 > this.#open.length) {
      this.#full.push(this.#open.subarray(0, this.#at))
      this.#open = Buffer.allocUnsafe(Math.max(PIECE, text.length * 3))
      this.#at = 0
    }
    this.#at += this.#open.write(text, this.#at)
  }

  end(): Buffer[] {
    return [...this.#full, this.#open.subarray(0, this.#at)]
  }
}
