import { diffArrays } from 'diff'
import type { CompareRow } from '../../../contract/policy/compare.ts'

/** Two clauses count as the same, reworded clause when they share at least this part of their words. */
const ALIKE = 0.4
const LONGEST = 4000
const words = new Intl.Segmenter('zh', { granularity: 'word' })

type Piece = NonNullable<CompareRow['before']>[number]

/** A number with its unit. */
const FIGURE = /(\d+(?:[.,]\d+)*(?:%|个百分点|万元|亿元|元|个月|[人项件年天分家级个])?)/

/** Splits a clause into words and figures; a number stays with its unit, so that 10% → 15% is one change. */
const tokens = (text: string): string[] =>
  text.length > LONGEST
    ? [text]
    : text.split(FIGURE).flatMap((part, i) => (i % 2 ? [part] : [...words.segment(part)].map((s) => s.segment)))

const join = (pieces: Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((list, piece) => {
    const last = list.at(-1)
    if (last && last.mark === piece.mark) last.text += piece.text
    else if (piece.text) list.push({ ...piece })
    return list
  }, [])

interface Reworded {
  before: Piece[]
  after: Piece[]
  alike: number
}
function reword(before: string, after: string): Reworded {
  const [a, b] = [tokens(before), tokens(after)]
  const parts = diffArrays(a, b)
  const common = parts.filter((p) => !p.added && !p.removed).reduce((n, p) => n + p.value.join('').length, 0)
  const side = (skip: 'added' | 'removed', mark: 'added' | 'removed') =>
    join(parts.filter((p) => !p[skip]).map((p) => ({ text: p.value.join(''), mark: Boolean(p[mark]) })))
  return {
    before: side('added', 'removed'),
    after: side('removed', 'added'),
    alike: (2 * common) / Math.max(1, before.length + after.length),
  }
}

const whole = (text: string): Piece[] => [{ text, mark: true }]

/** Pairs, within one hunk, each removed clause with the first similar added one; the others stand alone, in reading order. */
function pairUp(removed: readonly string[], added: readonly string[]): CompareRow[] {
  const rows: CompareRow[] = []
  let next = 0
  for (const before of removed) {
    let found = -1
    let best: Reworded | null = null
    for (let i = next; i < added.length && found < 0; i++) {
      const tried = reword(before, added[i]!)
      if (tried.alike >= ALIKE) {
        found = i
        best = tried
      }
    }
    if (!best) {
      rows.push({ kind: 'removed', before: whole(before), after: null })
      continue
    }
    for (; next < found; next++) rows.push({ kind: 'added', before: null, after: whole(added[next]!) })
    next = found + 1
    rows.push({ kind: 'changed', before: best.before, after: best.after })
  }
  for (; next < added.length; next++) rows.push({ kind: 'added', before: null, after: whole(added[next]!) })
  return rows
}

/** Compares two texts clause by clause: unchanged, reworded (with the changed words marked), removed and added clauses. */
export function compareLines(before: readonly string[], after: readonly string[]): CompareRow[] {
  const rows: CompareRow[] = []
  let removed: readonly string[] = []
  const parts = diffArrays([...before], [...after])
  for (const [i, part] of parts.entries()) {
    if (part.removed) {
      removed = part.value
      if (!parts[i + 1]?.added) {
        rows.push(...pairUp(removed, []))
        removed = []
      }
    } else if (part.added) {
      rows.push(...pairUp(removed, part.value))
      removed = []
    } else for (const text of part.value) rows.push({ kind: 'same', before: [{ text, mark: false }], after: [{ text, mark: false }] })
  }
  return rows
}
