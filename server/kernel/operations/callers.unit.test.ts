import { describe, expect, test } from 'vitest'
import { Admission } from './admission.ts'
import { Callers } from './callers.ts'

const call = (ip: string, authorization?: string, actor: object | null = null) => ({ ip, headers: { authorization }, actor })
const LIMIT = 16
const make = () => ({ door: new Admission(0, { burst: LIMIT, lateMs: 400, least: LIMIT }), callers: new Callers() })
type Doors = ReturnType<typeof make>
const admitted = ({ door, callers }: Doors, calls: ReturnType<typeof call>[]): number =>
  calls.filter((one) => door.enter(0, callers.of(one))).length

describe('who takes the places (ADR 1024)', () => {
  test('invented tokens of one address take no more places than calls without one', () => {
    const none = admitted(
      make(),
      Array.from({ length: 60 }, () => call('10.0.0.9')),
    )
    expect(none).toBe(LIMIT * 0.75)
    const doors = make()
    const invented = Array.from({ length: 60 }, (_, n) => call('10.0.0.9', `invented ${n}`))
    for (const one of invented) doors.callers.saw(one)
    expect(admitted(doors, invented)).toBe(none)
    expect(admitted(doors, [call('10.0.0.9', 'another')])).toBe(0)
    expect(
      admitted(
        doors,
        [1, 2, 3, 4].map((n) => call(`10.0.0.${n}`)),
      ),
    ).toBe(4)
  })

  test('whose token was accepted before is a caller of their own, also beside invented ones of the same address, until it is refused', () => {
    const doors = make()
    const officer = call('10.0.0.9', 'Bearer officer')
    doors.callers.saw({ ...officer, actor: {} })
    expect(
      admitted(
        doors,
        Array.from({ length: 60 }, (_, n) => call('10.0.0.9', `invented ${n}`)),
      ),
    ).toBe(12)
    expect(admitted(doors, [officer])).toBe(1)
    doors.callers.saw(officer)
    expect(admitted(doors, [officer])).toBe(0)
    expect(admitted(doors, [{ ...officer, actor: {} }])).toBe(1)
  })

  test('the addresses of one IPv6 network (/64) are one address', () => {
    const doors = make()
    expect(
      admitted(
        doors,
        Array.from({ length: 300 }, (_, n) => call(`2001:db8:1:2::${n.toString(16)}`)),
      ),
    ).toBe(LIMIT * 0.75)
    expect(admitted(doors, [call('2001:db8:1:3::1'), call('10.0.0.1')])).toBe(2)
  })
})
