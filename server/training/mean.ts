const MIN_ANSWERS = 3
/** Mean of the evaluations, one decimal; null below three, because it would reveal single ones. */
export const meanOf = (sum: number, count: number): number | null => (count < MIN_ANSWERS ? null : Math.round((sum / count) * 10) / 10)
