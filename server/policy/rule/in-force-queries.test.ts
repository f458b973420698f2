import { expect, it } from 'vitest'
import { today } from '../../kernel/clock.ts'
import { testApp } from '../../kernel/testing/harness.ts'
import { publishedRules, ruleStamps } from './in-force-queries.ts'

it('reads the rules of more policies than a statement can have parameters', async () => {
  const t = await testApp()
  const day = today(t.kernel.clock)
  const stamps = await ruleStamps(t.kernel.db, day)
  const ids = [...stamps.map(({ id }) => id), ...Array.from({ length: 66_000 }, (_, n) => 1_000_000 + n)]
  const read = await publishedRules(t.kernel.db, ids, day)
  expect(new Set(read.map(({ id }) => id))).toEqual(new Set(stamps.map(({ id }) => id)))
  expect(await ruleStamps(t.kernel.db, day, ids)).toEqual(stamps)
})
