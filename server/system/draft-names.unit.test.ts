import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { draftInWords } from './draft-names.ts'

it('every draft of a dialog for words has a name for its owner', () => {
  const keys = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdraft=\{`([\w-]+):|\bdraftOfMany\(\s*'([\w-]+)'/g)].map(([, one, many]) => one ?? many!),
  )
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter((key) => draftInWords(`${key}:1`) === `${key}:1`)).toEqual([])
  expect(draftInWords('sms-abort:12')).toBe('中止短信的原因（未提交）')
  expect(draftInWords('constructor:1')).toBe('constructor:1')
})
