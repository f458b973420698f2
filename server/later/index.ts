import { laterDictTypes, laterDictValues, laterFigures, laterLinks } from '../../contract/later/later.ts'
import type { LaterKind } from '../../contract/later/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { actOnDue, forgetOld } from './due.ts'
import { cancelChange, listChanges } from './list.ts'
import { planMove, planRemoval, planSave } from './plan.ts'

/** Changes of menus, dictionaries and figures that wait for their time (ADR 1004). The domains offer them: kernel/offers/later.ts. */
export function joinLater(k: Kernel): void {
  personalData(k, { table: 'later_change', dealtBy: ['created_by'] })
  recurring(k, { name: 'later.due', title: '到时间的定时修改', cron: '* * * * *' }, () => actOnDue(k))
  recurring(k, { name: 'later.forget', title: '清理早已结束的定时修改', cron: '47 3 * * *' }, () => forgetOld(k))
  const handlers = (kind: LaterKind) => ({
    list: ({ query }: Asked<'list'>) => listChanges(k, kind, query),
    save: ({ call, body }: Asked<'save'>) => planSave(k, call, kind, body),
    remove: ({ call, body }: Asked<'remove'>) => planRemoval(k, call, kind, body),
    cancel: ({ call, body }: Asked<'cancel'>) => cancelChange(k, call, kind, body),
  })
  implement(k, 'later', laterFigures, handlers('basicData'))
  implement(k, 'later', laterDictTypes, handlers('dictType'))
  implement(k, 'later', laterDictValues, handlers('dictValue'))
  implement(k, 'later', laterLinks, { ...handlers('link'), move: ({ call, body }) => planMove(k, call, 'link', body) })
}

type Kinds = typeof laterFigures | typeof laterDictTypes | typeof laterDictValues | typeof laterLinks
type Asked<Of extends 'list' | 'save' | 'remove' | 'cancel'> = Parsed<Kinds[Of]> & { call: Call }
