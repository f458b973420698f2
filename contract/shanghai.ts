/** Times are instants; users read them in the time of Asia/Shanghai (+08:00, no daylight saving), independent of server and browser. */
const OFFSET_MS = 8 * 3600_000
export const DAY_MS = 86_400_000

/** An instant (milliseconds) in Shanghai time, 'YYYY-MM-DDTHH:mm:ss'; throws RangeError when invalid. */
export const shanghaiTime = (at: number): string => new Date(at + OFFSET_MS).toISOString().slice(0, 19)
/** 'YYYY-MM-DD' in Shanghai time. */
export const shanghaiDay = (at: number): string => shanghaiTime(at).slice(0, 10)
/** Calendar days in Shanghai time from one instant to another; negative when the second is earlier. */
export const daysFromTo = (from: number, to: number): number => dayNumber(to) - dayNumber(from)
const dayNumber = (at: number) => Math.floor((at + OFFSET_MS) / DAY_MS)
/** An instant of the database as people read it: `2026-03-01 09:30`. */
export const shanghaiMinute = (at: string): string => shanghaiTime(Date.parse(at)).slice(0, 16).replace('T', ' ')
