/** Verified attendance (domains/training.md D.3): personal passes, the changing code of the venue, the desk. All ours (ADR 0730). */
import { z } from 'zod'
import { get, post, types } from '../endpoint.ts'
import { id, query, wireTime } from '../fields.ts'

const publisher = types('QY', 'YYF')
const participant = types('QY', 'GR')
/** Seconds between two codes of the venue; the codes before and after are accepted too. */
export const VENUE_STEP_S = 30
/** Minutes before the start from which attendance is possible. */
export const CHECK_IN_MINUTES = 60

const Attendance = z.object({
  enrolId: z.number(),
  contact: z.string(),
  companyName: z.string().nullable(),
  checkTime: z.string(),
  /** the pass was scanned before; `checkTime` is the first time */
  already: z.boolean(),
})
export type Attendance = z.output<typeof Attendance>

export const attendance = {
  pass: get('/train/activity/pass', {
    access: participant,
    query: query({ id, enrolId: id.optional() }),
    returns: z.object({
      enrolId: z.number(),
      /** content of the QR code */
      code: z.string(),
      /** six digits to say or type */
      digits: z.string(),
      title: z.string(),
      contact: z.string(),
      startTime: z.string(),
      place: z.string(),
      checkTime: z.string().nullable(),
    }),
    summary: '本人报名的入场码',
  }),
  scan: post('/train/activity/scan', {
    access: publisher,
    body: z.strictObject({
      id,
      code: z.string().trim().min(6, '请输入 6 位码或扫入场码').max(80, '不是入场码'),
      /** the time of the scan, if it happened offline */
      at: wireTime.optional(),
    }),
    returns: Attendance,
    summary: '扫入场码或输入 6 位码签到',
  }),
  venueCode: get('/train/activity/venueCode', {
    access: publisher,
    query: query({ id }),
    returns: z.object({ code: z.string(), until: z.string() }),
    summary: '现场大屏的签到码，每 30 秒变一次',
  }),
  selfCheckIn: post('/train/activity/selfCheckIn', {
    access: participant,
    body: z.strictObject({ id, enrolId: id.optional(), code: z.string().trim().min(1, '请扫现场的签到码').max(80, '不是签到码') }),
    returns: Attendance,
    summary: '参加人扫现场的签到码自助签到',
  }),
}
