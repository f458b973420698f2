import { gate } from './gate.ts'

/** Rows above which a page is wide: nobody reads so many, they are shown all at once to be searched in the browser (9000 at most, I-04). */
const WIDE = 500
/** While the database reads the rows of one, those of the other are made; a third would only be held in memory. */
const inTurn = gate(2, 100)
const STRETCH = 64

const sizeOf = (input: unknown): number => Number((input as { pageSize?: unknown } | undefined)?.pageSize ?? 0)

/** Wide pages are made two at a time, in the order they were asked for (503 for the 103rd); everything else at once. */
export const inPageOrder = <T>(request: { query: unknown; body: unknown }, work: () => Promise<T>): Promise<T> =>
  Math.max(sizeOf(request.query), sizeOf(request.body)) > WIDE ? inTurn(work) : work()

/**
 * The envelope of a result as bytes. The rows of a wide page are written a stretch at a time: as one string they are twenty megabytes that
 * only a full collection takes away.
 */
export function answerBytes(result: unknown): Buffer {
  const { list, ...rest } = (result ?? {}) as { list?: unknown }
  if (!Array.isArray(list) || list.length <= WIDE) return Buffer.from(JSON.stringify({ success: true, data: result ?? null }))
  const parts = [Buffer.from('{"success":true,"data":{"list":[')]
  for (let from = 0; from < list.length; from += STRETCH) {
    const stretch = JSON.stringify(list.slice(from, from + STRETCH)).slice(1, -1)
    parts.push(Buffer.from(from === 0 ? stretch : `,${stretch}`))
  }
  const others = JSON.stringify(rest).slice(1)
  parts.push(Buffer.from(others === '}' ? ']}}' : `],${others}}`))
  return Buffer.concat(parts)
}
