import { scheduledDictTypes, scheduledDictValues, scheduledFigures, scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import type { ScheduledKind } from '../../contract/scheduled/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { actOnDue, forgetOld } from './due.ts'
import { cancelChange, listChanges } from './list.ts'
import { planMove, planRemoval, planSave } from './plan.ts'

/** Changes of menus, dictionaries and figures that wait for their time (ADR 1004). The domains offer them: kernel/offers/scheduled.ts. */
export function joinScheduled(k: Kernel): void {
  personalData(k, { table: 'later_change', dealtBy: ['created_by'] })
  recurring(k, { name: 'later.due', title: '到时间的定时修改', cron: '* * * * *' }, () => actOnDue(k))
  recurring(k, { name: 'later.forget', title: '清理早已结束的定时修改', cron: '47 3 * * *' }, () => forgetOld(k))
  const handlers = (kind: ScheduledKind) => ({
    list: ({ query }: Asked<'list'>) => listChanges(k, kind, query),
    save: ({ call, body }: Asked<'save'>) => planSave(k, call, kind, body),
    remove: ({ call, body }: Asked<'remove'>) => planRemoval(k, call, kind, body),
    cancel: ({ call, body }: Asked<'cancel'>) => cancelChange(k, call, kind, body),
  })
  implement(k, 'scheduled', scheduledFigures, handlers('basicData'))
  implement(k, 'scheduled', scheduledDictTypes, handlers('dictType'))
  implement(k, 'scheduled', scheduledDictValues, handlers('dictValue'))
  implement(k, 'scheduled', scheduledLinks, { ...handlers('link'), move: ({ call, body }) => planMove(k, call, 'link', body) })
}

type Kinds = typeof scheduledFigures | typeof scheduledDictTypes | typeof scheduledDictValues | typeof scheduledLinks
type Asked<Of extends 'list' | 'save' | 'remove' | 'cancel'> = Parsed<Kinds[Of]> & { call: Call }
