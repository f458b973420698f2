import { localMinute } from '../date/local-time.ts'

/** How the line of effect begins and how soon it acts: at once, or at the chosen time. */
export function whenSaved({ effectiveTime: time }: Readonly<Record<string, unknown>>): { lead: string; at: string } {
  if (typeof time !== 'string') return { lead: '保存后', at: '立即' }
  return { lead: `将于${localMinute(time) ? ` ${localMinute(time)} ` : '所选的时间'}生效：`, at: '' }
}
