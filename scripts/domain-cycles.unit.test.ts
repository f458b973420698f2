import { describe, expect, it } from 'vitest'
import { domainCycles, domainOf } from './domain-cycles.ts'

const refs = (...pairs: string[]) => pairs.map((pair) => ({ from: pair.split(' ')[0]!, to: pair.split(' ')[1]! }))

describe('cycles of domains', () => {
  it('are found even when the files form no cycle, and name the files', () => {
    const found = domainCycles(
      refs('web/tag/a.tsx web/policy/index.ts', 'web/policy/b.tsx web/matching/index.ts', 'web/matching/c.tsx web/tag/index.ts'),
    )
    expect(found).toEqual([
      'web/tag/a.tsx → web/policy/index.ts；web/policy/b.tsx → web/matching/index.ts；web/matching/c.tsx → web/tag/index.ts',
    ])
  })
  it('are not reported for references in one direction', () => {
    expect(
      domainCycles(refs('web/tag/a.tsx web/policy/index.ts', 'web/direct/a.tsx web/tag/index.ts', 'web/direct/b.tsx web/policy/index.ts')),
    ).toEqual([])
  })
  it('leave out the layers below the domains, files outside folders, and the contract', () => {
    expect(['web/kit/tabs.tsx', 'server/kernel/flow.ts', 'web/api.ts', 'contract/tag.ts'].map(domainOf)).toEqual([null, null, null, null])
    expect(domainCycles(refs('web/shell/a.tsx web/system/index.ts', 'web/system/b.tsx web/shell/link.tsx'))).toEqual([])
  })
})
