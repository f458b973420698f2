import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { auditWords } from './audit-words.ts'
import { gathered, gatheredNames, gatheredOptional, gatheredPairs, statedTwice } from './domains.ts'
import { noticeKinds } from './notice-kinds.ts'
import { permissions } from './permissions.ts'
import { rowResources } from './row-rules.ts'
import { codePurposes } from './sms.ts'

it('every domain that states words is named, and no code is stated twice', () => {
  const named = readFileSync(new URL('domains.ts', import.meta.url), 'utf8')
  const stating = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('/domain.ts'),
  )
  expect(stating.length).toBeGreaterThan(2)
  expect(stating.filter((file) => !named.includes(`'./${file}'`))).toEqual([])
  expect(statedTwice()).toEqual([])
})

it('a domain has the name of its folder, and the permissions that it states are its own', () => {
  for (const domain of Object.keys(gatheredNames))
    expect(existsSync(new URL(`../server/${domain}/index.ts`, import.meta.url)), domain).toBe(true)
  for (const { domain } of Object.values(gathered('permissions'))) expect(gatheredNames, domain).toHaveProperty(domain)
  expect(gatheredPairs.map((pair) => pair.join(' '))).toContain('train:manage train:review')
})

it('no list hides what a domain states', () => {
  expect(permissions).toMatchObject(gathered('permissions'))
  expect(noticeKinds).toMatchObject(gathered('noticeKinds'))
  expect(rowResources).toMatchObject(gathered('rows'))
  expect(codePurposes).toMatchObject(gathered('codePurposes'))
  expect(gatheredOptional).toEqual(['invitation'])
  expect(auditWords('trainActivity.giveSeat')).toBe('培训活动：安排名额')
})
