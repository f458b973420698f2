import { laterDictTypes, laterDictValues, laterFigures, laterLinks } from '../../contract/later/later.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { actOnDue, forgetOld } from './due.ts'
import { cancelChange, listChanges } from './list.ts'
import { planRemoval, planSave } from './plan.ts'

/** Changes of menus, dictionaries and figures that wait for their time (ADR 1004). The domains offer them: kernel/offers/later.ts. */
export function joinLater(k: Kernel): void {
  personalData(k, { table: 'later_change', dealtBy: ['created_by'] })
  recurring(k, { name: 'later.due', title: '到时间的定时修改', cron: '* * * * *' }, () => actOnDue(k))
  recurring(k, { name: 'later.forget', title: '清理早已结束的定时修改', cron: '47 3 * * *' }, () => forgetOld(k))
  implement(k, 'later', laterLinks, {
    list: ({ query }) => listChanges(k, 'link', query),
    save: ({ call, body }) => planSave(k, call, 'link', body),
    remove: ({ call, body }) => planRemoval(k, call, 'link', body),
    cancel: ({ call, body }) => cancelChange(k, call, 'link', body),
  })
  implement(k, 'later', laterFigures, {
    list: ({ query }) => listChanges(k, 'basicData', query),
    save: ({ call, body }) => planSave(k, call, 'basicData', body),
    remove: ({ call, body }) => planRemoval(k, call, 'basicData', body),
    cancel: ({ call, body }) => cancelChange(k, call, 'basicData', body),
  })
  implement(k, 'later', laterDictTypes, {
    list: ({ query }) => listChanges(k, 'dictType', query),
    save: ({ call, body }) => planSave(k, call, 'dictType', body),
    cancel: ({ call, body }) => cancelChange(k, call, 'dictType', body),
  })
  implement(k, 'later', laterDictValues, {
    list: ({ query }) => listChanges(k, 'dictValue', query),
    save: ({ call, body }) => planSave(k, call, 'dictValue', body),
    cancel: ({ call, body }) => cancelChange(k, call, 'dictValue', body),
  })
}
