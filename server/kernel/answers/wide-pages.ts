import { gate } from '../access/queued-admission.ts'

/** Rows above which a page is wide: nobody reads so many, they are shown all at once to be searched in the browser (9000 at most, I-04). */
export const WIDE = 500
/** While the database reads the rows of one, those of the other are made; a third would only be held in memory. */
const inTurn = gate(2, 100)

const sizeOf = (input: unknown): number => Number((input as { pageSize?: unknown } | undefined)?.pageSize ?? 0)

/** Wide pages are made two at a time, in the order they were asked for (503 for the 103rd); everything else at once. */
export const inPageOrder = <T>(request: { query: unknown; body: unknown }, work: () => Promise<T>): Promise<T> =>
  Math.max(sizeOf(request.query), sizeOf(request.body)) > WIDE ? inTurn(work) : work()

/**
 * A page of `total` rows of which so many are shown that they are read, checked and written a stretch (at most WIDE rows) at a time: what one
 * stretch needed is gone before the next is read. What a handler of an endpoint that returns `page(…)` may answer instead.
 */
export class WidePage<T> {
  readonly total: number
  readonly stretches: AsyncIterable<T[]>
  constructor(total: number, stretches: AsyncIterable<T[]>) {
    this.total = total
    this.stretches = stretches
  }
}

/** What `read` makes of these (ids, say), a stretch at a time, in their order; a row that is gone meanwhile is left out by `read`. */
export async function* inStretches<A, T>(all: readonly A[], read: (some: A[]) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += WIDE) yield await read(all.slice(from, from + WIDE))
}

/** A page of more than WIDE rows that a handler made whole: only what follows goes in stretches. Everything else as it is. */
export function asWide(result: unknown): unknown {
  const { total, list } = (result ?? {}) as { total?: unknown; list?: unknown }
  if (!Array.isArray(list) || list.length <= WIDE || typeof total !== 'number' || Object.keys(result as object).length > 2) return result
  return new WidePage(
    total,
    inStretches(list, async (some) => some),
  )
}

/** For callers within the process: the page as an ordinary result. */
export async function gathered({ total, stretches }: WidePage<unknown>): Promise<{ total: number; list: unknown[] }> {
  const list: unknown[] = []
  for await (const stretch of stretches) list.push(...stretch)
  return { total, list }
}

/** The envelope of a result as bytes, in order; those of a page are written row by row into pieces that are full when they leave. */
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
    // A code unit is three bytes at most.
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
