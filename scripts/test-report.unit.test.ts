import { expect, it } from 'vitest'
import { countTests, secondTry } from './test-report.mjs'

const test = (fullName: string, status = 'passed', message?: string) => ({ fullName, status, failureMessages: message ? [message] : [] })
const file = (name: string, assertionResults: ReturnType<typeof test>[], message = '') => ({
  name,
  status: message || assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults,
  message,
})
const steady = file('/a.test.ts', [test('adds'), test('waits', 'skipped')])

it('runs broken files again, unless so many are broken that it is no accident', () => {
  expect(secondTry({ testResults: [steady] })).toEqual([])
  expect(
    secondTry({ testResults: [steady, file('/b.test.ts', [test('b', 'failed', 'x')]), file('/c.test.ts', [], 'no such module')] }),
  ).toEqual(['/b.test.ts', '/c.test.ts'])
  expect(secondTry({ testResults: [...'abcdefghi'].map((name) => file(name, [test(name, 'failed', 'x')])) })).toEqual([])
})

it('counts a test that fails twice once, with the error of each try', () => {
  const first = { testResults: [steady, file('/b.test.ts', [test('b1', 'failed', 'none'), test('b2')])] }
  const again = { testResults: [file('/b.test.ts', [test('b1', 'failed', 'two'), test('b2', 'failed', 'late')])] }
  expect(countTests(first, undefined)).toMatchObject({ passed: 2, failed: 1, skipped: 1, mended: [] })
  const twice = countTests(first, again)
  expect(twice).toMatchObject({ passed: 1, failed: 2, skipped: 1, mended: [] })
  expect(twice.failures).toEqual(['/b.test.ts › b1\n第 1 次：none\n第 2 次：two', '/b.test.ts › b2\n第 1 次：通过\n第 2 次：late'])
})

it('reports what passed only at the second try, also a file that could not be loaded', () => {
  const first = { testResults: [file('/b.test.ts', [test('b', 'failed', 'none')]), file('/c.test.ts', [], 'no database')] }
  const again = { testResults: [file('/b.test.ts', [test('b')]), file('/c.test.ts', [test('c')])] }
  expect(countTests(first, again)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: [],
    mended: ['/b.test.ts › b\n第 1 次：none\n第 2 次：通过', '/c.test.ts › no database'],
  })
  expect(countTests({ testResults: [first.testResults[1]] }, { testResults: [first.testResults[1]] })).toMatchObject({
    passed: 0,
    failed: 1,
  })
})
