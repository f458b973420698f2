/** 万元 with at most four decimals ↔ 分 (architecture §4: stored in 分, shown in 万元). */
export const fenOf = (wan: number): number => Math.round(wan * 1_000_000)
export const wanOf = (fen: number | null): number | null => (fen === null ? null : fen / 1_000_000)
/** True when 万元 has more than four decimals (finer than one 元). */
export const isFinerThanYuan = (wan: number): boolean => Math.abs(wan * 10_000 - Math.round(wan * 10_000)) > 1e-6
