/** 万元 with at most four decimals ↔ 分 (architecture §4: stored in 分, shown in 万元). */
export const fenOf = (wan: number): number => Math.round(wan * 1_000_000)
export const inWan = (fen: number): number => fen / 1_000_000
export const wanOf = (fen: number | null): number | null => (fen === null ? null : inWan(fen))
export { isFinerThanYuan } from '../../contract/declaration/form-rules.ts'
