/** Times are instants; people read them by the clock of Asia/Shanghai (+08:00, no daylight saving), wherever server and browser stand. */
const OFFSET_MS = 8 * 3600_000
export const DAY_MS = 86_400_000

/** An instant (milliseconds) as the clock shows it there, 'YYYY-MM-DDTHH:mm:ss'; throws RangeError when it is none. */
export const shanghaiTime = (at: number): string => new Date(at + OFFSET_MS).toISOString().slice(0, 19)
/** 'YYYY-MM-DD' there. */
export const shanghaiDay = (at: number): string => shanghaiTime(at).slice(0, 10)
/** Calendar days there from one instant to another; negative when the second lies before. */
export const daysFromTo = (from: number, to: number): number => dayNumber(to) - dayNumber(from)
const dayNumber = (at: number) => Math.floor((at + OFFSET_MS) / DAY_MS)
