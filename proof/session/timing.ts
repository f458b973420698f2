import { randomBytes } from 'node:crypto'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { Answer } from '../user.ts'
import { OFF } from './endings.ts'
import { openChallenge, sealed, send, tryLogin } from './try.ts'

/**
 * Unknown accounts, wrong passwords, locked and disabled accounts get the same answer in the same time. `n` attempts of each kind
 * alternate, so that a busy machine delays all kinds alike. Medians must agree within 15 % or 20 ms, and a two-sided Mann-Whitney test must
 * give p > 0.01. A lower p is measured once more with new attempts, because one comparison in a hundred is below by chance.
 */
export async function equalTiming(stage: ProofStage, { base, engine }: ProofApp, off: number): Promise<Finding[]> {
  const n = stage.rounds(15, 60, 200)
  const security = await stage.asUser(base, 'security1')
  const locked = 'dept2'
  for (let i = 0; i < 5; i++) await tryLogin(base, locked, 'Wrong@2026', '198.51.100.200')
  const kinds: Record<string, () => Promise<[string, string]>> = {
    unknown: async () => [`nobody${randomBytes(6).toString('hex')}`, ''],
    wrong: async () => ['leader1', ''],
    locked: async () => [locked, '198.51.100.200'],
    disabled: async () => [OFF, ''],
  }
  const { id } = (await (await stage.asUser(base, 'leader1')).get('/sys/activeUser/info')).body.data.user as { id: number }
  const others = new Set<string>()
  const measure = async () => {
    const times: Record<string, number[]> = { unknown: [], wrong: [], locked: [], disabled: [] }
    for (let i = 0; i < n; i++) {
      // After 20 failures from any source the account would be locked, and no longer of its kind.
      if (i % 10 === 0) {
        for (const one of [id, off]) {
          const unlocked = await security.form('/sys/user/unlock', { id: String(one) })
          if (!unlocked.body.success) throw new Error(`the account was not unlocked: ${unlocked.text}`)
        }
      }
      for (const [kind, account] of Object.entries(kinds)) {
        const [userName, from] = await account()
        const opened = await openChallenge(base, from || undefined)
        const password = await sealed(opened, `Wrong@${randomBytes(3).toString('hex')}`)
        const start = performance.now()
        const answer = await send(base, opened, { userName, password })
        // After 20 attempts the source of the locked account is blocked; that answer says nothing about the account.
        if (answer.status === 429) continue
        times[kind]!.push(performance.now() - start)
        others.add(shape(answer))
      }
    }
    return times
  }
  const compare = (times: Record<string, number[]>) => {
    const faults: string[] = []
    const pairs: [string, string][] = [
      ['unknown', 'wrong'],
      ['unknown', 'locked'],
      ['unknown', 'disabled'],
    ]
    for (const [a, b] of pairs) {
      const [x, y] = [median(times[a]!), median(times[b]!)]
      const p = mannWhitney(times[a]!, times[b]!)
      const far = Math.abs(x - y) > Math.max(20, 0.15 * Math.max(x, y))
      if (far || p <= 0.01)
        faults.push(`${a} ${x.toFixed(1)} ms, ${b} ${y.toFixed(1)} ms, p = ${p.toFixed(4)} (n = ${times[a]!.length}, ${times[b]!.length})`)
    }
    return faults
  }
  let faults = compare(await measure())
  if (faults.length > 0) faults = compare(await measure())
  if (others.size !== 1) faults.push(...[...others].map((one) => `answers differ: ${one}`))
  // Seen red: passwordFits answered at once when there was no hash.
  return [
    noFaults(
      { id: 'A-05', what: `不存在、口令错误、锁定、停用的账号回答与用时相同（各 ${n} 次，中位数与 Mann-Whitney）`, engine },
      faults,
      n * 4,
    ),
  ]
}

const shape = ({ status, body }: Answer) => JSON.stringify([status, { ...body, traceId: '' }])
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Two-sided p of the Mann-Whitney U test, normal approximation with correction for ties and continuity (n ≥ 8 on each side). */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))].toSorted(
    (x, y) => x.value - y.value,
  )
  let rankSum = 0
  let ties = 0
  for (let i = 0; i < all.length;) {
    let j = i
    while (j < all.length && all[j]!.value === all[i]!.value) j++
    const rank = (i + j + 1) / 2
    rankSum += rank * all.slice(i, j).filter(({ first }) => first).length
    ties += (j - i) ** 3 - (j - i)
    i = j
  }
  const [n, m] = [a.length, b.length]
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = (Math.abs(u - (n * m) / 2) - 0.5) / spread
  return 2 * (1 - normal(z))
}

/** Normal distribution by Abramowitz & Stegun 26.2.17, |error| < 7.5e-8. */
function normal(z: number): number {
  if (z < 0) return 1 - normal(-z)
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
