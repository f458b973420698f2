import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditRecordWords, auditWords } from './audit-words.ts'

/** Actions in the source of the server: string literals after `action:`, both sides of a conditional. */
const sources = globSync('server/**/*.ts')
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
const written = [
  ...new Set(
    sources
      .flatMap((source) => source.split('\n'))
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
    expect(auditWords('expansion.table.add')).toBe('企业拓展表：新增')
    expect(auditWords('login')).toBe('登录')
    expect(auditWords('something.new')).toBe('something：new')
  })
  it('has words for every action in the source of the server', () => {
    expect(written.length).toBeGreaterThan(100)
    expect(written.filter((action) => /[a-z]/i.test(auditWords(action))).map((action) => `${action} → ${auditWords(action)}`)).toEqual([])
  })
  it('has words for every purpose for which staff read an archive', () => {
    // They reach the log as an argument, not behind `action:`.
    const read = [
      ...new Set(
        sources.flatMap((source) => [...source.matchAll(/'(\w+(?:\.\w+)*\.(?:read|reveal|explain|try))'/g)].map(([, action]) => action!)),
      ),
    ]
    expect(read.length).toBeGreaterThan(10)
    expect(read.filter((action) => /[a-z]/i.test(auditWords(action))).map((action) => `${action} → ${auditWords(action)}`)).toEqual([])
  })
  it('has words for every type of record in the source of the server', () => {
    const types = [...new Set(sources.flatMap((source) => [...source.matchAll(/objectType: '(\w+)'/g)].map(([, type]) => type!)))]
    expect(types.length).toBeGreaterThan(50)
    expect(types.filter((type) => /[a-z]/i.test(auditRecordWords(type)))).toEqual([])
    expect(auditRecordWords('direct_list')).toBe('免申即享名单')
    expect(auditRecordWords('something_new')).toBe('something_new')
  })
})
