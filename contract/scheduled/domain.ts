import type { DomainWords } from '../domain-words.ts'

/** The words that changes which wait for their time add to the lists of the platform. */
export const scheduled = {
  name: '定时修改',
  audit: {
    things: { later: '定时修改' },
    verbs: { act: '到时执行', missed: '到时未执行' },
    records: { later_change: '定时修改' },
  },
} as const satisfies DomainWords
