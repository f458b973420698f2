/** 工作日历: which days are working days. The office’s decisions override the published calendar of the State Council. */
import { z } from 'zod'
import { can, get, post } from './endpoint.ts'
import { isoDate, ok, query, text, wireInt } from './fields.ts'

const kind = z.enum(['off', 'work'], { error: '请选择上班或休息' })

/** The years that the calendar shows. */
const [FIRST_YEAR, LAST_YEAR] = [2010, 2099]
const shownDay = isoDate.refine((day) => Number(day.slice(0, 4)) <= LAST_YEAR, `工作日历到 ${LAST_YEAR} 年为止`)

const calendarDay = z.object({
  day: z.string(),
  works: z.boolean(),
  /** whether it is a working day without a decision of the office: by the published calendar, else Monday to Friday */
  published: z.boolean(),
  /** of the published calendar: 国庆节; empty for an ordinary day */
  holiday: z.string(),
  /** the decision of the office */
  own: kind.nullable(),
  note: z.string(),
})
export type CalendarDay = z.output<typeof calendarDay>

const who = can('calendar:manage')
export const workCalendar = {
  list: get('/sys/calendar/list', {
    access: who,
    query: query({ year: wireInt(FIRST_YEAR, LAST_YEAR) }),
    returns: z.object({
      days: z.array(calendarDay),
      /** whether the published calendar of this version contains the year */
      hasPublished: z.boolean(),
      today: z.string(),
    }),
    summary: '一年的工作日历',
  }),
  save: post('/sys/calendar/save', {
    access: who,
    body: z.strictObject({
      day: shownDay,
      kind,
      note: text(30).default(''),
      /** the decision that the user saw */
      was: kind.nullable(),
    }),
    returns: ok,
    summary: '把一天定为上班或休息',
  }),
  remove: post('/sys/calendar/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ day: isoDate }),
    returns: ok,
    summary: '一天恢复按公布的日历',
  }),
}
