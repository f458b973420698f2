import { expect, it } from 'vitest'
import { loggedError } from './logged-error.ts'

it('an error in the log repeats the beginning of a long value, and says where it happened', () => {
  const long = 'x'.repeat(1_000_000)
  const shown = loggedError(Object.assign(new Error(`invalid input: "${long}"`), { detail: long, code: '22P02' })) as Record<string, string>
  expect(JSON.stringify(shown).length).toBeLessThan(20_000)
  expect(shown).toMatchObject({ type: 'Error', code: '22P02', message: expect.stringMatching(/^invalid input: "x+…$/) })
  expect(shown.stack).toContain('logged-error.unit.test.ts')
  expect(loggedError(new Error('short'))).toMatchObject({ message: 'short', stack: expect.stringContaining('Error: short\n') })
})
