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

/**
 * Whether 万元 has at most four decimals, down to one 元. What is finer is refused with `TO_THE_YUAN`: it would be rounded when it is
 * stored, and nobody would be told. The difference allows for sums that a program has worked out, such as 0.1 + 0.2.
 */
export const isToTheYuan = (wan: number): boolean => Math.abs(wan - Number(wan.toFixed(4))) < 1e-10
export const TO_THE_YUAN = '金额最多 4 位小数'

/** 元 → 万元 */
export const yuanInWan = (yuan: number): number => yuan / YUAN
/** 万元 → 元 */
export const inYuan = (wan: number): number => Math.round(wan * YUAN)
