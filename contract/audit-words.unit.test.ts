import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditWords } from './audit-words.ts'

/** Actions in the source of the server: string literals after `action:`, both sides of a conditional. */
const written = [
  ...new Set(
    globSync('server/**/*.ts')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => line.includes('action:'))
      .flatMap((line) =>
        [...line.slice(line.indexOf('action:')).matchAll(/'([a-z_][A-Za-z_]*(?:\.[a-zA-Z]+)+)'/g)].map(([, action]) => action!),
      ),
  ),
].toSorted()

describe('words of the audit log', () => {
  it('says the object and the action in Chinese', () => {
    expect(auditWords('policyLabel.edit')).toBe('政策标签：修改')
    expect(auditWords('direct.row.add')).toBe('免申即享行：新增')
    expect(auditWords('login')).toBe('登录')
    expect(auditWords('something.new')).toBe('something：new')
  })
  it('has words for every action in the source of the server', () => {
    expect(written.length).toBeGreaterThan(100)
    expect(written.filter((action) => /[a-z]/i.test(auditWords(action))).map((action) => `${action} → ${auditWords(action)}`)).toEqual([])
  })
})
