/** Shares are stored as decimals and typed as percentages: 0.08 is typed as 8. Invalid values stay invalid. */
export const asPercent = (share: number | null | undefined): number | null =>
  share == null ? null : Number.isNaN(share) ? share : Math.round(share * 1e10) / 1e8
export const asShare = (percent: number | null): number | null => (percent === null ? null : Math.round(percent * 1e8) / 1e10)
