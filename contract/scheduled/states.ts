/** Changes that wait for their time (domains/system.md E4, ADR 1004). No schemas. */
import { codes } from '../codes.ts'

export const scheduledStates = codes({
  waiting: { code: 0, label: '等待执行', tone: 'waiting' },
  done: { code: 1, label: '已执行', tone: 'done' },
  missed: { code: 2, label: '未执行', tone: 'refused' },
  cancelled: { code: 3, label: '已取消', tone: 'off' },
})
/** What can be changed at a later time, by the use case that changes it at once. */
export const scheduledKinds = { link: '菜单与链接', dictType: '字典', dictValue: '字典值', basicData: '基础数据' } as const
export type ScheduledKind = keyof typeof scheduledKinds
export type ScheduledMove = 'act' | 'missed' | 'cancel'
