import { describe, expect, it } from 'vitest'
import { endWords, lastOver, overWords } from './delegation-end.ts'

const at = (day: string) => `${day}T02:30:00.000Z`
const over = (userName: string, endTime: string, endedAt: string | null = null) => ({
  userName,
  endTime: at(endTime),
  endedAt: endedAt && at(endedAt),
})

describe('the end of a delegation', () => {
  it('names who ended it, when and why, as far as it is known', () => {
    const end = { endedBy: '领导 于川', endedAt: at('2026-11-30'), endReason: '同期出差' }
    expect(endWords(end)).toBe('领导 于川 于 2026-11-30 10:30 结束。原因：同期出差')
    expect(endWords({ ...end, endReason: null })).toBe('领导 于川 于 2026-11-30 10:30 结束')
    expect(endWords({ ...end, endedBy: null, endReason: null })).toBe('于 2026-11-30 10:30 结束')
  })

  it('that was last is said to a reader for whom a declaration does not open, for thirty days', () => {
    const now = Date.parse(at('2026-11-30'))
    // The newest delegation was ended before its time, before the older one ran out.
    const [older, newer] = [over('审核员 江诚', '2026-11-20'), over('审核员 柯岚', '2026-12-31', '2026-11-10')]
    expect(lastOver([newer, older], now)).toBe(older)
    expect(lastOver([newer], now)).toBe(newer)
    expect(lastOver([over('审核员 江诚', '2026-10-30')], now)).toBeNull()
    expect(lastOver([], now)).toBeNull()
    expect(overWords(older)).toBe('这份申报打不开：它不存在或已删除，或者您是受 审核员 江诚 委托审核的，而委托已于 2026-11-20 10:30 结束。')
  })
})
