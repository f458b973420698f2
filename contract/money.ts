// Sums are stored in 分, results of all companies in 元; users and rules use 万元 with at most four decimals.
const FEN = 1_000_000
const YUAN = 10_000

/** 分 → 万元 */
export function inWan(fen: number): number
export function inWan(fen: number | null): number | null
export function inWan(fen: number | null): number | null {
  return fen === null ? null : fen / FEN
}

/** 万元 → 分 */
export function inFen(wan: number): number
export function inFen(wan: number | null): number | null
export function inFen(wan: number | null): number | null {
  return wan === null ? null : Math.round(wan * FEN)
}

/** 元 → 万元 */
export const yuanInWan = (yuan: number): number => yuan / YUAN
/** 万元 → 元 */
export const inYuan = (wan: number): number => Math.round(wan * YUAN)
