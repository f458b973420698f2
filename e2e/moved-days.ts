import { inOwnDatabase } from './own-database.ts'

/** Changes dates of one row as if time had passed, because the server under test runs on the real clock. */
async function moves(statement: string, values: readonly unknown[]): Promise<void> {
  if ((await inOwnDatabase(statement, values)) !== 1) throw new Error(`no row for ${statement}`)
}

/** Moves the newest log-in of somebody this many minutes into the past. */
export const logInPasses = (userName: string, minutes: number): Promise<void> =>
  moves(
    `update session set created_at = created_at - make_interval(mins => $2)
      where id = (select s.id from session s join sys_user u on u.id = s.user_id where u.user_name = $1 and s.revoked_at is null
        order by s.created_at desc limit 1)`,
    [userName, minutes],
  )

/** Moves the password that somebody last typed again this many minutes into the past. */
export const passwordPasses = (userName: string, minutes: number): Promise<void> =>
  moves(
    `update session set password_at = password_at - make_interval(mins => $2)
      where id = (select s.id from session s join sys_user u on u.id = s.user_id where u.user_name = $1 and s.password_at is not null
        order by s.password_at desc limit 1)`,
    [userName, minutes],
  )

/** Lets the minute pass that a number waits for its next code. */
export const codeWaitPasses = async (): Promise<void> =>
  void (await inOwnDatabase(`update rate_limit set expire = expire - 60000 where key like 'code-number-minute:%'`, []))

/** Moves the publicity of one allowance ten days into the past. */
export const publicityPasses = (allowanceId: number): Promise<void> =>
  moves('update allowance set public_from = public_from - 10, public_to = public_to - 10 where id = $1', [allowanceId])

/** Moves all times of one activity by this many hours into the past. */
export const activityPasses = (id: number, hours: number): Promise<void> =>
  moves(
    `update train_activity set enrol_start = enrol_start - make_interval(hours => $2), enrol_end = enrol_end - make_interval(hours => $2),
      start_at = start_at - make_interval(hours => $2), end_at = end_at - make_interval(hours => $2), delayed_from = delayed_from - make_interval(hours => $2)
      where id = $1`,
    [id, hours],
  )

/** Lets the time of the waiting change come that somebody planned last. */
export const scheduledChangeIsDue = (userName: string): Promise<void> =>
  moves(
    `update later_change set effective_at = now() - interval '1 minute'
      where id = (select c.id from later_change c join sys_user u on u.id = c.created_by where u.user_name = $1 and c.state = 0
        order by c.id desc limit 1)`,
    [userName],
  )
